"""Trains the network of the Twixt bot and exports its integer weights.

Modules in dependency order: ``records`` (training records to planes), ``batches`` (mixing and
mirroring them), ``net`` (the network in floats, quantisation-aware), ``losses``, ``weights`` (the
integer network and its file), ``int_net`` (its arithmetic, bit by bit), ``checkpoint``, ``growth``
(to more channels and pairs), ``origin`` (networks from files), ``curve``, ``train``, ``check``,
``__main__`` (the command line).
"""
