/** Reads the first lines of a streaming answer. */
import { request } from 'node:https';
import { StringDecoder } from 'node:string_decoder';

/** Returns the first lines and closes the connection. */
export function firstLines(
	url: string,
	credentials: { readonly ca: Buffer; readonly cert?: Buffer; readonly key?: Buffer },
	wanted: number,
	headers: Readonly<Record<string, string>> = {},
): Promise<string[]> {
	return new Promise((resolve, reject) => {
		const outgoing = request(url, { ...credentials, headers, agent: false }, (response) => {
			const decoder = new StringDecoder();
			let text = '';
			response.on('data', (chunk: Buffer) => {
				text += decoder.write(chunk);
				const lines = text.split('\n').slice(0, -1);
				if (lines.length < wanted) return;
				resolve(lines.slice(0, wanted));
				outgoing.destroy();
			});
			// An early end is a failure; a later one has no listener.
			response.on('error', reject);
			response.on('end', () => reject(new Error(`the answer ended: ${text}`)));
		});
		outgoing.on('error', reject);
		outgoing.end();
	});
}
