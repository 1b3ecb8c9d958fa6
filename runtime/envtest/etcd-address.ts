/** Question of the API server's launcher to the stand-in for etcd: where the data lies. */
import { ArgumentError } from './arguments.ts';

/** Path at which the stand-in answers with a `StoredFolder`. etcd has no such path. */
export const dataDirPath = '/data-dir';

export interface StoredFolder {
	/** Absolute path of the folder. */
	readonly dataDir: string;
	/** False when a write need not wait for the disk. */
	readonly syncs: boolean;
}

/** Longest wait for the stand-in, which runs on the same machine and answers from memory. */
const answerTimeoutMs = 10_000;

/** Longest answer: a path has at most 4 KiB. */
const maxAnswerBytes = 16 * 1024;

/** Asks the stand-in at `--etcd-servers`. Rejects with ArgumentError when something else answers there. */
export async function storedFolder(servers: string): Promise<StoredFolder> {
	const url = URL.parse(servers);
	if (url?.protocol !== 'http:') throw new ArgumentError(`--etcd-servers ${JSON.stringify(servers)}: expected a single address of its etcd, http://HOST:PORT`);
	const { status, text } = await get(new URL(dataDirPath, url)).catch((error: Error) => {
		throw new ArgumentError(`--etcd-servers ${servers}: no answer (${error.message}); start the etcd of the same folder first`);
	});
	const folder = status === 200 ? readFolder(text) : undefined;
	if (folder === undefined) throw new ArgumentError(`--etcd-servers ${servers} is not the etcd of this folder: engines are not supported here`);
	return folder;
}

function readFolder(text: string): StoredFolder | undefined {
	try {
		const { dataDir, syncs } = JSON.parse(text) as Partial<StoredFolder>;
		return typeof dataDir === 'string' && typeof syncs === 'boolean' ? { dataDir, syncs } : undefined;
	} catch {
		// Another program answers in another form.
		return undefined;
	}
}

function get(url: URL): Promise<{ readonly status: number; readonly text: string }> {
	const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>();
	// A static import of the module would load Node's fetch, and delay the start.
	const request = process.getBuiltinModule('node:http').get(url, { agent: false, timeout: answerTimeoutMs }, (response) => {
		let text = '';
		response.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			if (text.length > maxAnswerBytes) response.destroy(new Error('the answer is too long'));
		});
		response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
	});
	request.on('timeout', () => request.destroy(new Error(`no answer within ${answerTimeoutMs / 1000} s`))).on('error', reject);
	return promise;
}
