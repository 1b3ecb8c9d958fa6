/**
 * `/trpc`: the same API as procedures of tRPC, for programs and pages in TypeScript. A call is turned into requests to the API, one for each
 * procedure that it names, and each of them goes the way of every request: authentication, audit, priority and fairness, authorization,
 * admission. Nothing is decided here. docs/decisions/0022-trpc.md.
 */
import type { Handler } from '../api/request.ts';
import type { TrpcParts } from './parts.ts';

export { trpcFamilies } from './figures.ts';
export type { TrpcParts } from './parts.ts';

const root = '/trpc';

/** Calls go to tRPC, everything else as before. What takes them is loaded with the first one. */
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
