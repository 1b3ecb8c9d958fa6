/** Builds the sentence that explains why a database cannot be opened, with advice for each kind of error. */
import { StorageRefusedError } from '../errors.ts';
import { DamagedError } from './checks/damage.ts';
import { codes, sqliteCode } from './database/codes.ts';
import { damagedDatabase } from './recovery-hint.ts';

interface Reason {
	/** Error codes of SQLite and of the system. */
	readonly codes: readonly (number | string)[];
	readonly sentence: (path: string, detail: string) => string;
}

const reasons: readonly Reason[] = [
	{ codes: [codes.corrupt, codes.notADatabase], sentence: damagedDatabase },
	{
		codes: [codes.full, 'ENOSPC', 'EDQUOT'],
		sentence: (path, detail) => `the disk that holds the database ${path} is full (${detail}): free space, and start again`,
	},
	{
		codes: [codes.noPermission, codes.readOnly, codes.cannotOpen, 'EACCES', 'EPERM', 'EROFS', 'EISDIR'],
		sentence: (path, detail) =>
			`cannot open the database ${path} (${detail}): check that this user can read and write it and the files next to it (-wal, -shm, .lock, .mark)`,
	},
	{
		codes: [codes.ioError, 'EIO'],
		sentence: (path, detail) => `the disk that holds the database ${path} fails (${detail}): restore a backup with \`restore\` on another disk`,
	},
	{ codes: [codes.busy], sentence: (path, detail) => `another program has locked the database ${path} (${detail}): stop it, and start again` },
];

export function refusalOf(path: string, error: unknown): StorageRefusedError {
	if (error instanceof StorageRefusedError) return error;
	const detail = error instanceof Error ? error.message : String(error);
	if (error instanceof DamagedError) return new StorageRefusedError(damagedDatabase(path, detail), { cause: error });
	const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException).code ?? '';
	const reason = reasons.find((each) => each.codes.includes(code));
	return new StorageRefusedError(reason?.sentence(path, detail) ?? `cannot open the database ${path}: ${detail}`, { cause: error });
}
