"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const slider = find("ply");
  const last = Number(slider.max);
  // The animated SVG groups, each with the half-open ranges of plies at which it is visible.
  const groups = [...document.querySelectorAll("[data-in]")].map((group) => ({
    group,
    spans: group.dataset.in.split(" ").map((span) => span.split("-").map(Number)),
  }));
  const moves = [...document.querySelectorAll("[data-ply]")];
  let timer = 0;

  function show(ply) {
    const at = Math.max(0, Math.min(last, ply));
    for (const { group, spans } of groups) {
      const seen = spans.some(([from, to]) => from <= at && at < to);
      group.setAttribute("opacity", seen ? "1" : "0");
    }
    slider.value = String(at);
    for (const move of moves) {
      move.setAttribute("aria-current", String(Number(move.dataset.ply) === at));
    }
    const move = moves[at - 1];
    find("where").textContent = `${at} of ${last}`;
    find("note").textContent = move ? move.dataset.note : "";
  }

  const now = () => Number(slider.value);

  function stop() {
    clearInterval(timer);
    timer = 0;
    find("play").textContent = "play";
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (now() === last) {
      show(0);
    }
    find("play").textContent = "stop";
    timer = setInterval(() => {
      show(now() + 1);
      if (now() === last) {
        stop();
      }
    }, 800);
  }

  function go(ply) {
    stop();
    show(ply);
  }

  const keys = {
    ArrowLeft: () => go(now() - 1),
    ArrowRight: () => go(now() + 1),
    Home: () => go(0),
    End: () => go(last),
    " ": play,
  };
  find("first").addEventListener("click", keys.Home);
  find("back").addEventListener("click", keys.ArrowLeft);
  find("next").addEventListener("click", keys.ArrowRight);
  find("last").addEventListener("click", keys.End);
  find("play").addEventListener("click", play);
  slider.addEventListener("input", () => go(now()));
  for (const move of moves) {
    move.addEventListener("click", () => go(Number(move.dataset.ply)));
  }
  document.addEventListener("keydown", (event) => {
    const plain = !(event.ctrlKey || event.altKey || event.metaKey);
    // A focused button handles the space bar itself.
    const own = event.key === " " && event.target instanceof HTMLButtonElement;
    if (plain && !own && keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  show(last);
})();
