/**
 * Restricts files with keys, tokens and objects to their owner. Wider modes are narrowed and reported. Devices and pipes are skipped,
 * because they store no data.
 */
import { chmod, stat } from 'node:fs/promises';

/** Permission bits of group and others. */
const groupAndOthers = 0o077;
const sticky = 0o1000;

/**
 * Narrows the mode of a file to its owner. A file that is missing or cannot be examined is left to the code that opens it. `report`
 * receives a sentence for each narrowed file. Throws an Error with one sentence when others have access and this user may not change the
 * mode. On Windows, which has no such modes, ACLs apply instead. `folders`: true to narrow a folder as well; otherwise a folder is left
 * unchanged.
 */
export async function restrictToOwner(path: string, report: (sentence: string) => void, { folders = false } = {}): Promise<void> {
	if (process.getuid === undefined) return;
	const found = await stat(path).catch(() => undefined);
	const mode = found === undefined ? 0 : found.mode & 0o777;
	if (found === undefined || (mode & groupAndOthers) === 0) return;
	if (!found.isFile() && !(folders && found.isDirectory())) return;
	// A sticky folder is shared on purpose.
	if (found.isDirectory() && (found.mode & sticky) !== 0) return;
	const narrow = mode & ~groupAndOthers;
	try {
		await chmod(path, narrow);
	} catch (error) {
		throw new Error(
			`${path} is accessible to users other than its owner (mode ${octal(mode)}), and the mode cannot be changed (${(error as Error).message}): run chmod ${octal(narrow)}`,
			{ cause: error },
		);
	}
	report(
		`${path} was accessible to users other than its owner (mode ${octal(mode)}); the mode is now ${octal(narrow)}. Replace its secrets if others may have read it`,
	);
}

function octal(mode: number): string {
	return mode.toString(8).padStart(4, '0');
}
