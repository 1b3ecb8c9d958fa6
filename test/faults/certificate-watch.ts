/** Watches certificate requests of a server that may be killed at any time. */
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import type { Loose } from '../setup/loose.ts';
import type { ServerProcess } from '../setup/server.ts';

export interface CertificateEvent {
	readonly type: string;
	readonly object: Loose;
}

export interface CertificateWatch {
	/** Rejects with the first error of `seen`, or of an event that is no state of an object. */
	readonly failed: Promise<never>;
	close(): void;
}

/** Calls `seen` with each event after a list of `path`. The end of the connection ends the watch. */
export function watchRequests({ port, credentials }: ServerProcess, path: string, listed: string, seen: (event: CertificateEvent) => void): CertificateWatch {
	const failed = Promise.withResolvers<never>();
	failed.promise.catch(() => undefined);
	const outgoing = request({ host: '127.0.0.1', port, path: `${path}?watch=1&resourceVersion=${listed}`, ...credentials, agent: false }, (response) => {
		// A server that dies cuts the last line short.
		response.on('error', () => undefined);
		createInterface({ input: response })
			.on('error', () => undefined)
			.on('line', (line) => {
				if (!line.endsWith('}')) return;
				try {
					seen(JSON.parse(line) as CertificateEvent);
				} catch (error) {
					failed.reject(error);
				}
			});
	});
	outgoing.on('error', () => undefined);
	outgoing.end();
	return { failed: failed.promise, close: () => outgoing.destroy() };
}
