// Measures the frame rate of a map while it moves.

/**
 * Runs in the page. Performs each movement in `moves` for `frames` frames, with one pointer event per frame.
 * For each movement, returns the frames per second and the duration of the longest frame.
 * Also returns the percentage of frames that are more than half a frame late.
 * Chromium draws at most 60 frames per second.
 */
export async function moveMap({ moves, frames }) {
  const map = document.querySelector('#map');
  const { left, top, width, height } = map.getBoundingClientRect();
  const place = ([x, y]) => ({ bubbles: true, cancelable: true, clientX: left + width / 2 + x, clientY: top + height / 2 + y });
  const point = (type, at) => map.dispatchEvent(new PointerEvent(type, { ...place(at), pointerId: 1, isPrimary: true }));
  const wheel = (deltaY) => map.dispatchEvent(new WheelEvent('wheel', { ...place([0, 0]), deltaY }));
  const frame = () => new Promise(requestAnimationFrame);
  const around = (at) => point('pointermove', [80 * Math.sin(at / 8), 40 * Math.sin(at / 5)]);
  const measure = async (move) => {
    const times = [await frame()];
    for (let at = 1; at <= frames; at += 1) {
      move(at);
      times.push(await frame());
    }
    const took = times.slice(1).map((time, at) => time - times[at]);
    return {
      per_second: 1000 * took.length / (times.at(-1) - times[0]),
      late_percent: 100 * took.filter((ms) => ms > 25).length / took.length,
      longest_ms: Math.max(...took),
    };
  };
  const pressed = async () => {
    point('pointerdown', [0, 0]);
    const measured = await measure(around);
    point('pointerup', [0, 0]);
    return measured;
  };
  const ways = {
    drag: pressed,
    zoom: () => measure((at) => wheel(at % 80 < 40 ? -60 : 60)),
    hover: () => measure(around),
    lasso: () => {
      document.querySelector('#tool-lasso').click();
      return pressed();
    },
  };
  const measured = {};
  for (const move of moves) measured[move] = await ways[move]();
  return measured;
}
