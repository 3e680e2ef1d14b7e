// SPDX-License-Identifier: MIT
// The piezo of the page. A browser lets it sound only after somebody has touched the page.

let context = null;

export function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

// notes: [[hertz, ms], ...]; 0 hertz is a rest.
export function play(notes) {
  if (!context || context.state !== "running" || document.hidden) return;
  let at = context.currentTime;
  for (const [hertz, ms] of notes) {
    if (hertz) beep(hertz, at, ms / 1000);
    at += ms / 1000;
  }
}

function beep(hertz, at, seconds) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const volume = new GainNode(context, { gain: 0.12 });
  volume.gain.setTargetAtTime(0, at + seconds * 0.7, 0.02);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.1);
}
