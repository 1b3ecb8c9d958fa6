/** Table of the handlers of all verbs, by kind of endpoint. */
import type { RequestVerb } from '../api/request.ts';
import type { EndpointHandler } from '../model/endpoint.ts';
import { type Verb, verbs, verbsOfHooks } from '../model/verb.ts';
import { computed } from './computed.ts';
import { computedRead } from './computed-read.ts';
import { connect } from './connect.ts';
import type { VerbContext, VerbHandler, VerbHandlers, VerbWorks, WriteContext } from './contract.ts';

export type Handlers = Readonly<Partial<Record<RequestVerb, VerbHandler>>>;

/** Returns the handlers that the thread of large requests runs, by kind of endpoint and verb. */
export function writesOf(works: VerbWorks, context: WriteContext): Readonly<Record<keyof VerbHandlers, Handlers>> {
	return byEndpoint(
		verbs.map((verb) => {
			const work = works[verb];
			return [verb, work.inThread ? work.handlers(context) : {}];
		}),
	);
}

/** Returns the handlers of each kind of endpoint, by verb. Hooks answer computed and observed endpoints and connections. */
export function handlersOf(works: VerbWorks, context: VerbContext): Readonly<Record<EndpointHandler, Handlers>> {
	const connection = connect(context);
	return {
		...byEndpoint(verbs.map((verb) => [verb, works[verb].handlers(context)])),
		computed: { create: computed(context) },
		observed: computedRead(context),
		connect: Object.fromEntries(verbsOfHooks.map((verb) => [verb, connection])),
	};
}

function byEndpoint(handlers: readonly (readonly [Verb, VerbHandlers])[]): Readonly<Record<keyof VerbHandlers, Handlers>> {
	const of = (endpoint: keyof VerbHandlers): Handlers =>
		Object.fromEntries(handlers.flatMap(([verb, { [endpoint]: handler }]) => (handler === undefined ? [] : [[verb, handler]])));
	return { stored: of('stored'), status: of('status'), scale: of('scale') };
}
