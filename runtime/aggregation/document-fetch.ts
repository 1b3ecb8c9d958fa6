/** Fetches the OpenAPI documents of an extension API server, in the background: the index of version 3, and the document of version 2. */
import { hash } from 'node:crypto';
import type { User } from '../api/request.ts';
import type { Backends } from './backends.ts';
import { boundedText } from './bounded-answer.ts';
import { identityHeaders } from './identity-headers.ts';
import type { RemoteApi } from './remote-apis.ts';
import type { RemoteDocument } from './remote-documents.ts';

/** Deadline of both requests together. */
const fetchMs = 30_000;
/** Maximum size of an index. An entry has about 200 bytes. */
const mostIndexBytes = 1024 * 1024;
/**
 * Maximum size of a document of version 2. That of sample-apiserver has 0.2 MiB. It is parsed on this thread, in at most 30 ms, once for
 * each change.
 */
const mostDocumentBytes = 2 * 1024 * 1024;

/** Fetches both. A document that is missing or refused is left out; `report` receives why. */
export async function fetchDocuments(
	backends: Backends,
	api: RemoteApi,
	user: User,
	known: RemoteDocument | undefined,
	signal: AbortSignal,
	report: (error: unknown) => void,
): Promise<RemoteDocument> {
	const bounded = AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]);
	const read = async (path: string, mostBytes: number): Promise<string | undefined> => {
		const headersFor = (authority: string): string[] => ['host', authority, 'accept', 'application/json', ...identityHeaders(user, false)];
		const { message, socket } = await backends.send(api, { method: 'GET', path, signal: bounded }, headersFor);
		socket?.destroy();
		if (message.statusCode === 200) return boundedText(message, mostBytes);
		message.destroy();
		return undefined;
	};
	const index = await read('/openapi/v3', mostIndexBytes).catch(report);
	const document = await read('/openapi/v2', mostDocumentBytes).catch(report);
	const mark = hash('sha256', `${index ?? ''}\n${document ?? ''}`);
	if (known?.mark === mark) return known;
	return { v3: v3Of(index ?? undefined, api), v2: await v2Of(document ?? undefined, api, report), mark };
}

/** Returns the address of the group version's document, unless it leads elsewhere. */
function v3Of(index: string | undefined, { group, version }: RemoteApi): string | undefined {
	if (index === undefined) return undefined;
	const name = `apis/${group}/${version}`;
	const paths = (parsed(index) as { readonly paths?: unknown } | undefined)?.paths;
	if (typeof paths !== 'object' || paths === null || !Object.hasOwn(paths, name)) return undefined;
	const url = (paths as Readonly<Record<string, { readonly serverRelativeURL?: unknown } | null>>)[name]?.serverRelativeURL;
	const own = `/openapi/v3/${name}`;
	return typeof url === 'string' && (url === own || /^\?hash=[\w-]{1,256}$/.test(url.slice(own.length))) && url.startsWith(own) ? url : own;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

async function v2Of(document: string | undefined, { group, version }: RemoteApi, report: (error: unknown) => void): Promise<RemoteDocument['v2']> {
	if (document === undefined) return undefined;
	const { foreignV2 } = await import('../documents/openapi/foreign-v2.ts');
	try {
		return foreignV2(JSON.parse(document), `/apis/${group}/${version}`);
	} catch (error) {
		report(error);
		return undefined;
	}
}
