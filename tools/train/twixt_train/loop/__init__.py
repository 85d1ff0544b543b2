"""The loop as one command: self-play, training, a gate, and the better network goes on.

``run`` goes round; ``games``, ``training`` and ``gate`` are its parts; ``state`` keeps on disk what
is done; ``pool`` and ``ray_pool`` work tasks (``work``) off on this machine or on many.
"""
