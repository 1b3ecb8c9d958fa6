/** Proxies of pods, services and nodes: method, path, query, headers and body are forwarded, but no credentials. */
import type { ConnectRequest } from '../api/endpoint-hooks.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiResponse } from '../api/request.ts';
import { type Backend, type BackendAnswer, type Forwarded, passedOn, send, tunnelled } from '../remote/forward.ts';
import { forwardedHeaders } from '../remote/forwarded-headers.ts';
import { connectionFailure, globalLookup } from './node/agent.ts';

/** Backend of a proxy. */
export interface ProxyTarget {
	readonly scheme: 'http' | 'https';
	readonly host: string;
	readonly port: number;
	/** `host:port`, for errors. */
	readonly authority: string;
	readonly connectMs: number;
	/** Sends the request. Absent for pods and services, whose backend is not verified and gets no client certificate. */
	send?(asked: Forwarded): Promise<BackendAnswer>;
}

/** Forwards the request. Throws ApiError ServiceUnavailable when the backend cannot be reached. */
export async function proxyTo(target: ProxyTarget, { request, path, signal }: Pick<ConnectRequest, 'request' | 'path' | 'signal'>): Promise<ApiResponse> {
	const query = request.query === '' ? '' : `?${request.query}`;
	if (path === '' && !request.path.endsWith('/') && (request.method === 'GET' || request.method === 'HEAD'))
		return { status: 301, headers: { location: `${request.path}/${query}` }, body: '' };
	const { tunnel } = request;
	tunnel?.check();
	const body = tunnel === undefined ? await request.body() : Buffer.alloc(0);
	const headers = forwardedHeaders(request, target.authority, tunnel !== undefined);
	if (body.length > 0) headers.push('content-length', String(body.length));
	const asked = { method: request.method, path: `/${encodedPath(path)}${query}`, headers, ...(body.length > 0 && { body }), signal: signal() };
	try {
		const answer = await (target.send?.(asked) ?? send(await plainBackend(target), asked));
		const { socket, head } = answer;
		return socket !== undefined && head !== undefined && tunnel !== undefined
			? tunnelled({ message: answer.message, socket, head }, tunnel.accept())
			: passedOn(answer);
	} catch (error) {
		if (error instanceof ApiError) throw error;
		throw new ApiError('ServiceUnavailable', `error trying to reach service: ${connectionFailure(error, target.authority)}`);
	}
}

/** Returns a backend in a pod. Its certificate is not verified, as in Kubernetes, because no known CA signs those of pods. */
async function plainBackend({ scheme, host, port, connectMs }: ProxyTarget): Promise<Backend> {
	return { scheme, host, port, verifies: false, connectMs, lookup: await globalLookup() };
}

/** Encodes a decoded path again, segment by segment. */
function encodedPath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
