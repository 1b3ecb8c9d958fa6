/** Value of SQLite's setting `synchronous`, which all connections that write have in common. */
export function syncMode(unsynced = false): 'FULL' | 'OFF' {
	return unsynced ? 'OFF' : 'FULL';
}
