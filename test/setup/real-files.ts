/** Real files of the machine, text and binary, as the content of ConfigMaps and Secrets. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const folders = [
	'/etc',
	'/usr/bin',
	'/usr/lib/x86_64-linux-gnu',
	'/usr/share/doc',
	join(import.meta.dirname, '../../node_modules/typescript'),
	join(import.meta.dirname, '../..'),
];

export interface RealObject {
	/** Plural resource name, as in a path. */
	readonly path: 'secrets' | 'configmaps';
	readonly name: string;
	readonly body: {
		readonly apiVersion: 'v1';
		readonly kind: 'Secret' | 'ConfigMap';
		readonly metadata: { readonly name: string };
		readonly data?: Readonly<Record<string, string>>;
		readonly binaryData?: Readonly<Record<string, string>>;
	};
}

/**
 * Returns paths of at most `wanted` readable files of at most `maxBytes`. Several folders are searched to find both text and binary files.
 */
export function realFiles(maxBytes: number, wanted: number): string[] {
	const each = Math.ceil(wanted / 2);
	const found = folders.flatMap((folder) => {
		const here: string[] = [];
		for (const entry of entriesOf(folder)) {
			if (here.length >= each) break;
			const path = join(entry.parentPath, entry.name);
			if (entry.isFile() && isUsable(path, maxBytes)) here.push(path);
		}
		return here;
	});
	return found.slice(0, wanted);
}

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true, recursive: folder.startsWith('/etc') });
	} catch {
		// The machine may lack some of these folders; the test needs enough files in total.
		return [];
	}
}

function isUsable(path: string, maxBytes: number): boolean {
	try {
		const { size } = statSync(path);
		return size > 0 && size <= maxBytes && readFileSync(path).length === size;
	} catch {
		// Some files are not readable by this user.
		return false;
	}
}

export const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);

/** Makes every second file a Secret. A ConfigMap stores text in `data` and other content in `binaryData`. */
export function realObject(path: string, bytes: Buffer, index: number): RealObject {
	const name = `file-${index}`;
	const key = basename(path)
		.replace(/[^-._a-zA-Z0-9]/g, '_')
		.slice(0, 253);
	const base64 = { [key]: bytes.toString('base64') };
	if (index % 2 === 0) return { path: 'secrets', name, body: { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: base64 } };
	const content = isText(bytes) ? { data: { [key]: bytes.toString('utf8') } } : { binaryData: base64 };
	return { path: 'configmaps', name, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...content } };
}
