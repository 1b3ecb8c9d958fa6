/** File systems of a size of their own, for what happens when one is full. */
import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';

/** What to say where `mountDisk` may not. */
export const noDisk = 'this user may mount no file system';

/** Over an empty folder; false where this user may not. */
export function mountDisk(folder: string, size: string): boolean {
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

export function unmountDisk(folder: string): void {
	execFileSync('umount', [folder]);
}

/** Writes until there is no room; `file` is open for writing. */
export function fillDisk(file: number): void {
	const piece = Buffer.alloc(4096);
	try {
		for (;;) writeSync(file, piece);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
	}
}
