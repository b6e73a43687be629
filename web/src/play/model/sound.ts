import { settings } from '../../settings.svelte';

type Cue = 'dice' | 'march' | 'conquest' | 'place' | 'card' | 'turn' | 'refused' | 'win';

/** Short sounds made here, no files: [wave, pitch, end pitch, seconds, loudness], one after the other. */
const CUES: Record<Cue, [OscillatorType, number, number, number, number][]> = {
  dice: [
    ['triangle', 210, 90, 0.05, 0.22],
    ['triangle', 260, 110, 0.05, 0.2],
    ['triangle', 180, 80, 0.06, 0.22],
    ['triangle', 240, 120, 0.05, 0.16],
    ['triangle', 160, 70, 0.08, 0.2],
  ],
  march: [
    ['sine', 120, 90, 0.08, 0.2],
    ['sine', 120, 90, 0.08, 0.2],
  ],
  conquest: [
    ['triangle', 330, 330, 0.1, 0.16],
    ['triangle', 440, 440, 0.1, 0.16],
    ['triangle', 554, 554, 0.2, 0.16],
  ],
  place: [['sine', 520, 420, 0.05, 0.14]],
  card: [['sine', 700, 900, 0.07, 0.1]],
  turn: [
    ['sine', 587, 587, 0.12, 0.14],
    ['sine', 784, 784, 0.22, 0.14],
  ],
  refused: [['sine', 190, 150, 0.16, 0.16]],
  win: [
    ['triangle', 392, 392, 0.14, 0.16],
    ['triangle', 523, 523, 0.14, 0.16],
    ['triangle', 659, 659, 0.14, 0.16],
    ['triangle', 784, 784, 0.4, 0.16],
  ],
};
let speaker: AudioContext | null = null;

/** Play a cue, if sound is on and the browser lets us. */
export function sound(cue: Cue): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || document.hidden) return;
  speaker ??= new AudioContext();
  if (speaker.state === 'suspended') void speaker.resume();
  let at = speaker.currentTime;
  for (const [wave, from, to, seconds, loud] of CUES[cue]) {
    const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
    tone.type = wave;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + seconds);
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(speaker.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.9;
  }
}
