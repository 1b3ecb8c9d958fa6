/** Temporary folder for a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Scratch {
	readonly path: string;
	remove(): void;
}

export function makeScratch(): Scratch {
	const path = mkdtempSync(join(tmpdir(), 'orch-scratch-'));
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
