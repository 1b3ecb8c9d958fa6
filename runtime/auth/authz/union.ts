/** Union of authorizers: the first opinion decides. Without an opinion the caller refuses the request. */
import { type Attributes, type Authorizer, type Decision, noOpinion, type Rule } from '../../api/authorization.ts';

/**
 * Creates the union. A failed authorizer has no opinion as long as another has one. An unreachable rule store therefore does not lock out
 * users that other authorizers allow. If no authorizer has an opinion, the failure is thrown.
 */
export function union(authorizers: readonly Authorizer[]): Required<Authorizer> {
	return {
		authorize: (attributes) => ask(authorizers, attributes, 0, undefined),
		async rulesFor(user, namespace) {
			const rules: Rule[] = [];
			let incomplete = false;
			const failures: string[] = [];
			for (const authorizer of authorizers) {
				const of = await authorizer.rulesFor?.(user, namespace);
				if (of !== undefined) rules.push(...of.rules);
				if (of?.failure !== undefined) failures.push(of.failure);
				incomplete ||= of === undefined || of.incomplete;
			}
			return { rules, incomplete, ...(failures.length > 0 && { failure: failures.length === 1 ? failures[0] : `[${failures.join(', ')}]` }) };
		},
		missing: (attributes) => authorizers.flatMap((authorizer) => authorizer.missing?.(attributes) ?? []),
	};
}

/** Reasons and failures of the authorizers without an opinion so far. */
interface OpenDecision {
	readonly decision: Decision | undefined;
	readonly failure: { readonly error: unknown } | undefined;
}

function ask(authorizers: readonly Authorizer[], attributes: Attributes, from: number, before: OpenDecision | undefined): Decision | Promise<Decision> {
	let { decision: last, failure }: OpenDecision = before ?? { decision: undefined, failure: undefined };
	for (let i = from; i < authorizers.length; i++) {
		try {
			const decision = (authorizers[i] as Authorizer).authorize(attributes);
			if (decision instanceof Promise) return wait(decision, authorizers, attributes, i + 1, { decision: last, failure });
			if (decision.verdict !== 'no opinion') return decision;
			last = together(last, decision);
		} catch (error) {
			failure ??= { error };
		}
	}
	return undecided({ decision: last, failure });
}

async function wait(
	pending: Promise<Decision>,
	authorizers: readonly Authorizer[],
	attributes: Attributes,
	next: number,
	before: OpenDecision,
): Promise<Decision> {
	let { decision: last, failure } = before;
	try {
		const decision = await pending;
		if (decision.verdict !== 'no opinion') return decision;
		last = together(last, decision);
	} catch (error) {
		failure ??= { error };
	}
	return ask(authorizers, attributes, next, { decision: last, failure });
}

/** Joins the reasons, one per line, as in Kubernetes. Allocates only when two authorizers gave a reason. */
function together(before: Decision | undefined, decision: Decision): Decision {
	if (before === undefined || before.reason === '') return decision;
	return decision.reason === '' ? before : { verdict: 'no opinion', reason: `${before.reason}\n${decision.reason}` };
}

function undecided({ decision, failure }: OpenDecision): Decision {
	if (failure !== undefined) throw failure.error;
	return decision ?? noOpinion;
}
