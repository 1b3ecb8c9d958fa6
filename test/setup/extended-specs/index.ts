/** Spec root with kinds for tests at the front door. They share one server build, so their groups differ. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callSpecs } from './calls.ts';
import { doorSpecs } from './door.ts';
import { houseSpecs } from './houses.ts';
import { sketchSpecs } from './sketches.ts';
import { tideSpecs } from './tides.ts';
import { widgetSpecs } from './widgets.ts';

const all = [callSpecs, doorSpecs, houseSpecs, sketchSpecs, tideSpecs, widgetSpecs];

/** Writes the spec root to an empty folder. */
export function writeExtendedSpecs(folder: string): void {
	for (const specs of all) {
		for (const [path, text] of Object.entries(specs)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
	}
}
