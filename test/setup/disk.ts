/** File systems of a fixed size, for tests of a full disk. */
import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';

/** Skip reason when `mountDisk` is not permitted. */
export const noDisk = 'this user may mount no file system';

/** Mounts a file system over an empty folder; returns false when the user may not mount. */
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

/** Writes until the disk is full; `file` must be open for writing. */
export function fillDisk(file: number): void {
	const piece = Buffer.alloc(4096);
	try {
		for (;;) writeSync(file, piece);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
	}
}
