/** Reads a JSON document from another server over TLS. Redirects are not followed; size and time are limited. */

import { trustsEachCertificate } from './trust.ts';

const timeMs = 10_000;
const maxBytes = 1024 * 1024;

/** A document, and its text as sent. */
export interface JsonDocument {
	readonly value: unknown;
	readonly text: string;
}

/** Reads and parses the document. `ca`: PEM; by default the system's CAs. Rejects with an Error of one sentence. */
export async function getJson(url: URL, ca: string | undefined, signal: AbortSignal): Promise<JsonDocument> {
	const { get } = await import('node:https');
	const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeMs)]);
	return new Promise((answered, failed) => {
		const fail = (error: Error): void =>
			failed(new Error(`${url.href} cannot be read: ${bounded.aborted ? 'no response in time' : error.message}`, { cause: error }));
		const trust = ca === undefined ? {} : { ca, ...trustsEachCertificate };
		// Its own connection, because reads are rare.
		const asked = get(url, { agent: false, headers: { accept: 'application/json' }, signal: bounded, ...trust }, (response) => {
			const parts: Buffer[] = [];
			let bytes = 0;
			response.on('error', fail);
			response.on('data', (part: Buffer) => {
				bytes += part.length;
				if (bytes > maxBytes) asked.destroy(new Error(`response larger than ${maxBytes} bytes`));
				else parts.push(part);
			});
			response.on('end', () => {
				if (response.statusCode !== 200) return fail(new Error(`response has status ${response.statusCode}`));
				try {
					const text = Buffer.concat(parts).toString();
					answered({ value: JSON.parse(text), text });
				} catch (error) {
					fail(error as Error);
				}
			});
		});
		asked.on('error', fail);
	});
}
