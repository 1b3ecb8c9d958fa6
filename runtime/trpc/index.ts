/**
 * `/trpc`: the API as tRPC procedures, for programs and pages in TypeScript. A call becomes one API request for each procedure that it
 * names. Each of these passes the usual path: authentication, audit, priority and fairness, authorization, admission. This folder makes no
 * access decisions. docs/decisions/0022-trpc.md.
 */
import type { Handler } from '../api/request.ts';
import type { TrpcParts } from './dependencies.ts';

export { trpcFamilies } from './call-metrics.ts';
export type { TrpcParts } from './dependencies.ts';

const root = '/trpc';

/** Routes calls to tRPC and all other requests to the handler. The call handler is loaded with the first call. */
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
