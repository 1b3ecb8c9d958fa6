/** Webhook of a configuration, prepared for matching and calls. */
import type { MatchCondition, MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { WebhookAddress } from '../../model/webhook-address.ts';
import { addressOf } from '../../remote/webhook/address.ts';
import type { Predicate } from '../../select/selectable.ts';
import { selectorOfObject } from '../../select/selector-object.ts';
import type { Condition } from '../policies/conditions.ts';

export type ReviewVersion = 'v1' | 'v1beta1';

export interface Hook {
	/** Identifier that is stable while the webhook keeps its position in the configuration. */
	readonly id: string;
	readonly configuration: string;
	readonly name: string;
	readonly rules: readonly RuleWithOperations[];
	/** True: requests in other groups and versions of the same kind match as well. */
	readonly isEquivalent: boolean;
	/** Namespace selector. Undefined: all namespaces. */
	readonly namespaces: Predicate | undefined;
	readonly objects: Predicate | undefined;
	/** Compiles the conditions on first use. Undefined: there are none. */
	readonly conditions: (() => readonly Condition[]) | undefined;
	readonly ignoresFailure: boolean;
	readonly timeoutSeconds: number;
	/** Declared side effects, or undefined. */
	readonly sideEffects: string | undefined;
	/** Review version to send. Undefined when the webhook accepts no supported version. */
	readonly reviewVersion: ReviewVersion | undefined;
	readonly isAskedAgain: boolean;
	readonly address: WebhookAddress;
}

type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

/** Prepares the webhooks of a configuration. `conditions` compiles their conditions. Throws ApiError for an invalid selector. */
export function hooksOf(configuration: JsonObject, conditions: (all: readonly MatchCondition[]) => readonly Condition[]): readonly Hook[] {
	const { metadata, webhooks = [] } = configuration as { readonly metadata?: { readonly name?: string }; readonly webhooks?: readonly Webhook[] };
	const name = metadata?.name ?? '';
	const seen = new Map<string, number>();
	return webhooks.map((webhook) => {
		const before = seen.get(webhook.name) ?? 0;
		seen.set(webhook.name, before + 1);
		return hookOf(webhook, name, `${name}/${webhook.name}/${before}`, conditions);
	});
}

function hookOf(webhook: Webhook, configuration: string, id: string, compile: (all: readonly MatchCondition[]) => readonly Condition[]): Hook {
	const { matchConditions = [], clientConfig = {} } = webhook;
	let compiled: readonly Condition[] | undefined;
	return {
		id,
		configuration,
		name: webhook.name,
		rules: webhook.rules ?? [],
		isEquivalent: webhook.matchPolicy !== 'Exact',
		namespaces: predicateOf(webhook.namespaceSelector),
		objects: predicateOf(webhook.objectSelector),
		conditions:
			matchConditions.length === 0
				? undefined
				: () => {
						compiled ??= compile(matchConditions);
						return compiled;
					},
		ignoresFailure: webhook.failurePolicy === 'Ignore',
		timeoutSeconds: webhook.timeoutSeconds ?? 10,
		sideEffects: webhook.sideEffects ?? undefined,
		reviewVersion: (webhook.admissionReviewVersions ?? []).find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1'),
		isAskedAgain: webhook.reinvocationPolicy === 'IfNeeded',
		address: addressOf(clientConfig),
	};
}

function predicateOf(selector: Webhook['namespaceSelector']): Predicate | undefined {
	const { conditions, matches } = selectorOfObject((selector ?? {}) as Parameters<typeof selectorOfObject>[0]);
	return conditions === 0 ? undefined : matches;
}
