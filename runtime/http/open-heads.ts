/**
 * Heads of requests that are not complete. Node's parsers hold what has come of them, before anybody could ask for credentials, so
 * that all of them together are bounded. They are looked for now and then.
 */

/** Of all heads that are not complete: 64 of the largest; those of clients are there within one TLS record. */
export const mostHeadBytes = 64 * 1024 * 1024;
/** A fast line brings some tens of megabytes in this time. */
const roundMs = 250;

export interface OpenHead {
	/** What has come of it. */
	readonly bytes: number;
	readonly connection: { destroy(): void };
}

/** Closes the largest of what is too much in all, from now on. Call what it returns when the server ends. */
export function boundOpenHeads(heads: () => Iterable<OpenHead>): () => void {
	const rounds = setInterval(() => {
		const open = [...heads()];
		let sum = 0;
		for (const { bytes } of open) sum += bytes;
		if (sum <= mostHeadBytes) return;
		open.sort((a, b) => b.bytes - a.bytes);
		for (const { bytes, connection } of open) {
			if (sum <= mostHeadBytes) return;
			sum -= bytes;
			connection.destroy();
		}
	}, roundMs);
	rounds.unref();
	return () => clearInterval(rounds);
}
