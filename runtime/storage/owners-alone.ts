/** Files that only their owner may read: those that hold keys, tokens and objects. Wider ones are narrowed, and that is said. Devices and pipes hold nothing. */
import { chmod, stat } from 'node:fs/promises';

/** Whoever is not the owner. */
const others = 0o077;
const sticky = 0o1000;

/**
 * A file that is not there, or cannot be looked at as a link to itself, is left to who opens it. `report` hears of each that was narrowed. Throws an Error with one sentence when
 * others may use a file and this user may not narrow it. Windows has no such modes: there the folder's own rules hold. `folders`: whether a folder is
 * narrowed, too, as the server's own are; one that stands where a file should is somebody else's.
 */
export async function ownersAlone(path: string, report: (sentence: string) => void, { folders = false } = {}): Promise<void> {
	if (process.getuid === undefined) return;
	const found = await stat(path).catch(() => undefined);
	const mode = found === undefined ? 0 : found.mode & 0o777;
	if (found === undefined || (mode & others) === 0) return;
	if (!found.isFile() && !(folders && found.isDirectory())) return;
	// Somebody has made this folder for many.
	if (found.isDirectory() && (found.mode & sticky) !== 0) return;
	const narrow = mode & ~others;
	try {
		await chmod(path, narrow);
	} catch (error) {
		throw new Error(
			`${path} may be used by others than its owner (mode ${octal(mode)}), and this user cannot change that (${(error as Error).message}): chmod ${octal(narrow)} it`,
			{ cause: error },
		);
	}
	report(
		`${path} could be used by others than its owner (mode ${octal(mode)}); now it cannot (${octal(narrow)}). If others have read it, make its secrets anew`,
	);
}

function octal(mode: number): string {
	return mode.toString(8).padStart(4, '0');
}
