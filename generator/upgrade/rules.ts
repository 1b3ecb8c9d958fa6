/** Stored webhooks and policies whose rules name versions that a release removes. Such a rule matches nothing afterwards. */
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import type { StoredObject } from '../stored/stored-object.ts';
import type { UpgradeFinding } from './finding.ts';
import type { ReleasesCompared } from './releases-compared.ts';

/** Places of rules in each kind, by plural: the list that holds them, and the path from an item to its rules. */
const places: Readonly<Record<string, { readonly subject: 'webhook' | 'policy'; readonly rulesOf: (object: JsonObject) => readonly Named[] }>> = {
	validatingwebhookconfigurations: { subject: 'webhook', rulesOf: ofWebhooks },
	mutatingwebhookconfigurations: { subject: 'webhook', rulesOf: ofWebhooks },
	validatingadmissionpolicies: { subject: 'policy', rulesOf: ofPolicy('matchConstraints') },
	mutatingadmissionpolicies: { subject: 'policy', rulesOf: ofPolicy('matchConstraints') },
	validatingadmissionpolicybindings: { subject: 'policy', rulesOf: ofPolicy('matchResources') },
	mutatingadmissionpolicybindings: { subject: 'policy', rulesOf: ofPolicy('matchResources') },
};

interface Named {
	/** Name of the webhook in its configuration; empty for a policy. */
	readonly name: string;
	readonly rules: readonly JsonValue[];
}

/** Returns the findings about one object. Objects of other kinds have none. */
export function ruleFindings({ resource, name, object }: StoredObject, releases: ReleasesCompared): readonly UpgradeFinding[] {
	const [plural = ''] = resource.split('.', 1);
	const place = Object.hasOwn(places, plural) ? places[plural] : undefined;
	if (place === undefined) return [];
	return place.rulesOf(object).flatMap(({ name: own, rules }) => {
		const named = `${plural}/${name}${own === '' ? '' : ` ${own}`}`;
		return rules.flatMap((rule) => findingOf(recordOf(rule), releases).map((finding) => ({ subject: place.subject, name: named, ...finding })));
	});
}

function findingOf(rule: JsonObject, releases: ReleasesCompared): readonly Omit<UpgradeFinding, 'subject' | 'name'>[] {
	const [groups, versions, resources] = [
		textsOf(rule.apiGroups),
		textsOf(rule.apiVersions),
		textsOf(rule.resources).map((name) => name.split('/', 1)[0] ?? ''),
	];
	const includes = (list: readonly string[], value: string): boolean => list.includes('*') || list.includes(value);
	const matched = [...releases.servedNow()].filter(
		({ kind, version }) => includes(groups, version.group) && includes(versions, version.version) && includes(resources, kind.plural),
	);
	const gone = matched.filter((served) => !releases.staysServed(served));
	const [first] = gone;
	// A rule for every version follows the served ones.
	if (first === undefined || (versions.includes('*') && gone.length < matched.length)) return [];
	const names = gone.map(({ kind, version }) => `${apiVersionOf(version)} ${kind.plural}`);
	const shown = names.length > mostShown ? `${names.slice(0, mostShown).join(', ')} and ${names.length - mostShown} more` : names.join(', ');
	const successor = releases.successorOf(first);
	const instead = successor === undefined ? 'remove the rule' : `name ${successor.split(' ', 1)[0]} in the rule`;
	if (gone.length === matched.length) return [{ problem: `a rule names only ${shown}, and matches nothing afterwards`, instead, breaks: true }];
	return [{ problem: `a rule also names ${shown}`, breaks: false }];
}

const mostShown = 3;

function ofWebhooks({ webhooks }: JsonObject): readonly Named[] {
	return listOf(webhooks).map((webhook) => {
		const { name, rules } = recordOf(webhook);
		return { name: String(name), rules: listOf(rules) };
	});
}

function ofPolicy(key: 'matchConstraints' | 'matchResources'): (object: JsonObject) => readonly Named[] {
	return ({ spec }) => [{ name: '', rules: listOf(recordOf(recordOf(spec)[key]).resourceRules) }];
}

function recordOf(value: JsonValue | undefined): JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
	return Array.isArray(value) ? value : [];
}

function textsOf(value: JsonValue | undefined): readonly string[] {
	return listOf(value).filter((item) => typeof item === 'string');
}
