/** What SQLite says went wrong. */

/** SQLite's primary result codes that are acted upon. */
export const codes = { noPermission: 3, busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

/** SQLITE_IOERR_SHMSIZE: a full disk as well, met where the index of the log had to grow, which SQLite calls an I/O error. */
const noRoomForIndex = 4874;

/** The primary result code of an error from SQLite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
	if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
	return error.errcode === noRoomForIndex ? codes.full : error.errcode & 0xff;
}
