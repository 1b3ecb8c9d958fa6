/** Result codes of SQLite. */

/** Primary result codes that the engine handles. */
export const codes = { noPermission: 3, busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, constraint: 19, notADatabase: 26 } as const;

/** SQLITE_IOERR_SHMSIZE: the disk is full while the log's index has to grow. SQLite reports it as an I/O error. */
const noRoomForIndex = 4874;

/** Returns the primary result code of an SQLite error; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
	if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
	return error.errcode === noRoomForIndex ? codes.full : error.errcode & 0xff;
}
