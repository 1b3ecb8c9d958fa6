/** PEM parser (RFC 7468): blocks of base64 between labelled lines. Text between blocks is skipped. */
export interface PemBlock {
	readonly type: string;
	readonly hasHeaders: boolean;
	readonly bytes: Uint8Array;
}

const block = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)\n?-----END \1-----[ \t\r]*(?=\n|$)/g;

export function pemBlocks(text: string): readonly PemBlock[] {
	return [...text.matchAll(block)].flatMap(([, type = '', body = '']) => {
		const lines = body.split(/\r?\n/);
		const blank = lines.findIndex((line) => line.trim() === '');
		const hasHeaders = lines[0]?.includes(':') === true;
		const base64 = (hasHeaders ? lines.slice(blank + 1) : lines).join('').replace(/\s/g, '');
		return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) ? [{ type, hasHeaders, bytes: Buffer.from(base64, 'base64') }] : [];
	});
}
