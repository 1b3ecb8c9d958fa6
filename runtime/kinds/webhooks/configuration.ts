/** ValidatingWebhookConfiguration and MutatingWebhookConfiguration: webhooks and rules. v1beta1 has fewer rules. */
import type { MutatingWebhook, ValidatingWebhook } from '../../../generated/types/admissionregistration/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue, notSupported, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { checkDnsLabel1035, checkDnsSubdomain } from '../../scalars/formats.ts';
import type { ExpressionsOfOne, WrittenExpressions } from '../policies/expressions.ts';
import { clientViolations } from './client.ts';
import { conditionViolations } from './conditions.ts';
import { ruleViolations } from './rules.ts';

type Webhook = ValidatingWebhook | MutatingWebhook;

interface Configuration {
	webhooks?: readonly Webhook[];
	metadata?: object;
}

const effects = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];
const harmless: readonly string[] = ['None', 'NoneOnDryRun'];
const reviewVersions = ['v1', 'v1beta1'];

export function webhookConfigurationHooks(expressions: WrittenExpressions): KindHooks<Configuration> {
	const own = expressions.of({ params: false });
	return {
		validateCreate: ({ webhooks = [] }, { version }) =>
			violations(webhooks, version === 'v1beta1' ? { ...strict, harmless: false, named: false } : strict, { expressions: own }),
		/** Violations in the stored webhooks are tolerated. */
		validateUpdate({ webhooks = [] }, { webhooks: before = [] }, { version }) {
			if (deepEqual(webhooks as object as JsonValue, before as object as JsonValue)) return [];
			const demands: Demands = {
				harmless: version !== 'v1beta1' && before.every(({ sideEffects }) => harmless.includes(sideEffects ?? '')),
				named: version !== 'v1beta1' && new Set(before.map(({ name }) => name)).size === before.length,
				understood: before.every(isUnderstood),
			};
			return violations(webhooks, demands, { expressions: own, before });
		},
	};
}

interface Conditions {
	readonly expressions: ExpressionsOfOne;
	/** The stored webhooks, whose conditions are not compiled again. */
	readonly before?: readonly Webhook[];
}

interface Demands {
	/** True when webhooks must have no side effects. */
	readonly harmless: boolean;
	/** True when names must be unique. */
	readonly named: boolean;
	/** True when webhooks must accept a review version that the server supports. */
	readonly understood: boolean;
}

const strict: Demands = { harmless: true, named: true, understood: true };

function isUnderstood({ admissionReviewVersions: versions }: Webhook): boolean {
	return (versions ?? []).some((version) => reviewVersions.includes(version));
}

function violations(webhooks: readonly Webhook[], demands: Demands, { expressions, before }: Conditions): Cause[] {
	const seen = new Set<string>();
	const conditionsOf = (of: readonly Webhook[]): JsonValue => of.map(({ matchConditions = [] }) => matchConditions) as object as JsonValue;
	const isUnchanged = before !== undefined && deepEqual(conditionsOf(webhooks), conditionsOf(before));
	const stored = (before ?? []).flatMap(({ matchConditions = [] }) => matchConditions);
	return webhooks.flatMap((webhook, index) => {
		const { name = '' } = webhook;
		const path = `webhooks[${index}]`;
		const isRepeated = demands.named && name !== '' && seen.has(name);
		seen.add(name);
		const { matchConditions = [] } = webhook;
		const ofConditions = isUnchanged ? [] : conditionViolations(matchConditions, `${path}.matchConditions`, expressions, stored);
		return [...webhookViolations(webhook, path, demands, ofConditions), ...(isRepeated ? [duplicate(`${path}.name`, name)] : [])];
	});
}

function webhookViolations(webhook: Webhook, path: string, demands: Demands, ofConditions: readonly Cause[]): Cause[] {
	const { name = '', rules = [], clientConfig, sideEffects } = webhook;
	return [
		...nameViolations(name, `${path}.name`),
		...rules.flatMap((rule, index) => ruleViolations(rule, `${path}.rules[${index}]`)),
		...effectViolations(sideEffects ?? undefined, `${path}.sideEffects`, demands.harmless ? [...harmless] : effects),
		...clientViolations(clientConfig ?? {}, `${path}.clientConfig`),
		...ofConditions,
		...versionViolations(webhook, `${path}.admissionReviewVersions`, demands.understood),
	];
}

function nameViolations(name: string, path: string): Cause[] {
	if (name === '') return [required(path)];
	const why = checkDnsSubdomain(name);
	if (why.length > 0) return [invalidValue(path, name, why.join(','))];
	return name.split('.').length < 3 ? [invalidValue(path, name, 'should be a domain with at least three segments separated by dots')] : [];
}

function effectViolations(given: string | undefined, path: string, allowed: readonly string[]): Cause[] {
	if (given === undefined) return [required(path, `must specify one of ${allowed.join(', ')}`)];
	return allowed.includes(given) ? [] : [notSupported(path, given, allowed)];
}

function versionViolations(webhook: Webhook, path: string, understood: boolean): Cause[] {
	const versions = webhook.admissionReviewVersions ?? [];
	if (versions.length === 0) return [required(path, `must specify one of ${reviewVersions.join(', ')}`)];
	return [
		...versions.flatMap((version, index) => {
			const at = `${path}[${index}]`;
			if (versions.indexOf(version) < index) return [invalidValue(at, version, 'duplicate version')];
			return checkDnsLabel1035(version).map((why) => invalidValue(at, version, why));
		}),
		...(understood && !isUnderstood(webhook) ? [invalidValue(path, versions, `must include at least one of ${reviewVersions.join(', ')}`)] : []),
	];
}
