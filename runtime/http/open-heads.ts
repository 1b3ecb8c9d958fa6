/**
 * Bounds the total size of incomplete request heads, which parsers hold before any credentials can be checked. The sizes are checked
 * periodically.
 */

/** Usual bound on the bytes of all incomplete heads: 64 of the largest. An ordinary client's head fits into one TLS record. */
export const mostOpenHeadBytes = 64 * 1024 * 1024;
/** Interval of the check, in which a fast line brings some tens of megabytes. */
const roundMs = 250;

export interface OpenHead {
	/** Number of bytes received. */
	readonly bytes: number;
	readonly connection: { destroy(): void };
}

/**
 * Starts closing the connections with the largest heads while all together exceed `mostBytes`. Returns a function that stops it, to be called when
 * the server ends.
 */
export function boundOpenHeads(heads: () => Iterable<OpenHead>, mostBytes: number): () => void {
	const rounds = setInterval(() => {
		const open = [...heads()];
		let sum = 0;
		for (const { bytes } of open) sum += bytes;
		if (sum <= mostBytes) return;
		open.sort((a, b) => b.bytes - a.bytes);
		for (const { bytes, connection } of open) {
			if (sum <= mostBytes) return;
			sum -= bytes;
			connection.destroy();
		}
	}, roundMs);
	rounds.unref();
	return () => clearInterval(rounds);
}
