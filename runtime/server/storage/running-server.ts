/** Access to stored objects through the running server that a kubeconfig names. */
import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { storagePath } from '../../migration/path.ts';
import type { StorageStatus, StoredKind } from '../../migration/status.ts';
import { type RemoteService, readRemoteService } from '../../remote/service-file.ts';
import type { StorageAccess } from './access.ts';

/** Time after which a server that does not answer counts as unreachable. A busy server may be slow. */
const answerMs = 60_000;

/** Connects to the server. Rejects with an Error of one sentence. */
export async function ofRunningServer(kubeconfig: string): Promise<StorageAccess> {
	const service = await readRemoteService(kubeconfig, `--kubeconfig ${kubeconfig}`);
	return {
		status: () => ask<StorageStatus>(service, 'GET', storagePath),
		rewriteSome: (resource, signal) => ask<StoredKind>(service, 'POST', `${storagePath}/${encodeURIComponent(resource)}`, signal),
		close: () => Promise.resolve(),
	};
}

async function ask<T>(service: RemoteService, method: string, target: string, signal?: AbortSignal): Promise<T> {
	const { status, text } = await send(service, method, target, signal);
	if (status === 200) return JSON.parse(text) as T;
	throw new Error(`${service.url.origin} answers with status ${status}${saidIn(text)}`);
}

/** Returns the message of a Status for the end of a sentence, with a separator before it. */
function saidIn(text: string): string {
	try {
		const { message } = JSON.parse(text) as { readonly message?: unknown };
		return typeof message === 'string' && message !== '' ? `: ${message}` : '';
	} catch {
		return '';
	}
}

async function send(
	service: RemoteService,
	method: string,
	target: string,
	signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
	const { request } = await import('node:https');
	const { url, ca, cert, key, servername, rejectUnauthorized } = service;
	const authorization = await service.authorization();
	const options: RequestOptions = {
		...{ method, ca, cert, key, rejectUnauthorized, agent: false },
		...(servername !== undefined && { servername }),
		headers: { accept: 'application/json', 'content-length': 0, ...(authorization !== undefined && { authorization }) },
		signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(signal === undefined ? [] : [signal])]),
	};
	return new Promise((resolve, reject) => {
		const failed = (error: Error): void => reject(signal?.aborted ? error : new Error(`${url.origin} cannot be asked: ${error.message}`, { cause: error }));
		const asked = request(new URL(target, url), options, (response: IncomingMessage) => {
			const parts: Buffer[] = [];
			response.on('error', failed);
			response.on('data', (part: Buffer) => parts.push(part));
			response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
		});
		asked.on('error', failed);
		asked.end();
	});
}
