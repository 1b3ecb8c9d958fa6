/**
 * `/trpc`: the API as tRPC procedures, for TypeScript programs and pages. Each procedure call becomes one API request, which passes all
 * stages: authentication, audit, priority and fairness, authorization, admission. This folder makes no access decisions.
 * docs/decisions/0022-trpc.md.
 */
import type { Handler } from '../api/request.ts';
import type { TrpcParts } from './dependencies.ts';

export { trpcFamilies } from './call-metrics.ts';
export type { TrpcParts } from './dependencies.ts';

const root = '/trpc';

/** Routes calls to tRPC and other requests to the API handler. The call handler is loaded at the first call. */
export function withTrpc(parts: TrpcParts): Handler {
	const { handler } = parts;
	let calls: Promise<Handler> | undefined;
	const call: Handler = async (request) => {
		calls ??= import('./call.ts').then(({ callHandler }) => callHandler(parts));
		return await (await calls)(request);
	};
	return (request) => (request.path.startsWith(root) && isCall(request.path) ? call(request) : handler(request));
}

function isCall(path: string): boolean {
	return path.charAt(root.length) === '/';
}
