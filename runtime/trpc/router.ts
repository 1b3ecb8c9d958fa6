/** tRPC router whose procedures forward to the API. */
import { initTRPC, type TRPCRouterRecord } from '@trpc/server';
import { ClientGone } from '../api/client-gone.ts';
import type { ApiRequest, ApiResponse, Handler } from '../api/request.ts';
import { type Answers, throwRefusal } from './answers.ts';
import type { SentBytes } from './batch.ts';
import type { CallTurns } from './call-queue.ts';
import { asTrpcError, statusFor } from './errors.ts';
import { InnerRequest } from './inner-request.ts';
import { type RestRequest, restRequest } from './input.ts';
import type { Procedure } from './procedures.ts';

/** Context of one tRPC call, which may make several API requests. */
export interface CallContext {
	readonly request: ApiRequest;
	/** Handler of API requests. */
	readonly handler: Handler;
	readonly isBatch: boolean;
	/** Headers of the API responses, such as warnings and audit ids, without those about bodies. */
	readonly headers: Map<string, Set<string>>;
	readonly answers: Answers;
	readonly sent: SentBytes;
	readonly turns: CallTurns;
}

const t = initTRPC.context<CallContext>().create({
	isDev: false,
	errorFormatter: ({ shape, error }) => {
		const status = statusFor(error);
		return { ...shape, message: String(status.message), data: { ...shape.data, status } };
	},
});

export type ApiRouter = ReturnType<typeof makeRouter>;

/** Makes the router of queries and mutations. Subscriptions bypass @trpc/server (subscription.ts). */
export function makeRouter(procedures: readonly Procedure[]) {
	const root: Tree = {};
	for (const procedure of procedures) if (procedure.type !== 'subscription') place(root, procedure.path, makeProcedure(procedure));
	return t.router(root);
}

type Tree = { [name: string]: Tree[string] } & TRPCRouterRecord;

function place(root: Tree, path: readonly string[], procedure: TRPCRouterRecord[string]): void {
	let tree = root;
	for (const part of path.slice(0, -1)) {
		tree[part] ??= Object.create(null) as Tree;
		tree = tree[part] as Tree;
	}
	tree[path.at(-1) ?? ''] = procedure;
}

function makeProcedure(procedure: Procedure) {
	const input = t.procedure.input((given: unknown): RestRequest => {
		try {
			return restRequest(procedure, given);
		} catch (error) {
			throw asTrpcError(error);
		}
	});
	const resolve = ({ ctx, input, signal }: { ctx: CallContext; input: RestRequest; signal: AbortSignal | undefined }) =>
		ask(ctx, input, signal ?? ctx.request.signal);
	return procedure.type === 'query' ? input.query(resolve) : input.mutation(resolve);
}

/** Calls the API. Resolves with the placeholder of the response; rejects with TRPCError. */
async function ask(call: CallContext, asked: RestRequest, signal: AbortSignal): Promise<string> {
	const endTurn = await call.turns.next();
	try {
		if (signal.aborted) throw new ClientGone('the client went away before the call began');
		call.sent.check();
		const response = await answered(call, asked, signal);
		await throwRefusal(response);
		return call.answers.keep(response.body, endTurn);
	} catch (error) {
		endTurn();
		throw asTrpcError(error);
	}
}

async function answered({ request, handler, isBatch, headers }: CallContext, asked: RestRequest, signal: AbortSignal): Promise<ApiResponse> {
	const inner = new InnerRequest(request, asked, { isOneOfMany: isBatch, signal: AbortSignal.any([signal, request.signal]) });
	const response = await handler(inner);
	const add = (name: string, value: string): void => void headers.set(name, (headers.get(name) ?? new Set()).add(value));
	for (let i = 0; i < inner.outgoing.length; i += 2) add(inner.outgoing[i] as string, inner.outgoing[i + 1] as string);
	const retryAfter = response.headers['retry-after'];
	if (retryAfter !== undefined) add('retry-after', retryAfter);
	return response;
}
