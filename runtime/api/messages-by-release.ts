/**
 * Wording of earlier releases. The code has the newest wording of errors and warnings. A row here has the text of earlier releases for the
 * same violation. Rows change only the text; the code that checks decides in which releases it does.
 */
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';

export interface MessageChange {
	/** First release with the current wording; earlier releases use `was`. */
	readonly before: Release;
	/** Fields to which the row is limited. */
	readonly field?: RegExp;
	/** Pattern of the end of the current message. Text before it may come from a client. */
	readonly now: RegExp;
	readonly was: string | ((whole: string, ...parts: string[]) => string);
}

const podUpdatableFields = ['containers[*].image', 'initContainers[*].image', 'activeDeadlineSeconds'].map((field) => `\`spec.${field}\``).join(', ');

/** Rows in order. A message that changed several times has its latest change first. */
export const messageChanges: readonly MessageChange[] = [
	...['kind', 'name', 'uid'].map((name) => ({
		before: '1.36',
		field: new RegExp(`^metadata\\.ownerReferences\\.${name}$`),
		now: /Invalid value: "": must not be empty$/,
		was: `Invalid value: "": ${name} must not be empty`,
	})),
	{
		before: '1.36',
		field: /^spec\.versions\[\d+\]\.schema\.openAPIV3Schema$/,
		now: /Required value$/,
		was: 'Required value: schemas are required',
	},
	{ before: '1.35', now: /must be no more than (\d+) bytes$/, was: 'must be no more than $1 characters' },
	{
		before: '1.35',
		now: /a valid label key (must consist of alphanumeric characters, .* with an optional DNS subdomain prefix and '\/' \(e\.g\. 'example\.com\/MyName'\))$/,
		was: 'a qualified name $1',
	},
	{ before: '1.34', now: /, `secretKeyRef` or `fileKeyRef`$/, was: ' or `secretKeyRef`' },
	{ before: '1.34', now: /when `hostUsers` is false$/, was: 'when `pod.Spec.HostUsers` is false' },
	{
		before: '1.34',
		field: /^dryRun$/,
		now: /Unsupported value: (\[.*\]): supported values: "All"$/,
		// A list in Go's `%v` format.
		was: (_, shown = '') =>
			`Unsupported value: []string{${(JSON.parse(shown) as string[]).map((value) => JSON.stringify(value)).join(', ')}}: supported values: "All"`,
	},
	{
		before: '1.34',
		field: /^metadata\.resourceVersion$/,
		now: /Invalid value: 0: must be specified for an update$/,
		was: 'Invalid value: 0x0: must be specified for an update',
	},
	{
		before: '1.34',
		field: /^<nil>$/,
		now: /Invalid value: null: (some validation rules were not checked because .*)$/,
		was: 'Invalid value: "null": $1',
	},
	{ before: '1.33', now: /deprecated in v1\.11, and disabled by default in v1\.33\+$/, was: 'deprecated in v1.11' },
	{ before: '1.32', now: /may not be more than (\d+) bytes$/, was: 'must have at most $1 bytes' },
	{
		before: '1.30',
		field: /\b(hostAliases\.ip|nameservers\[\d+\])$/,
		now: /must be a valid IP address, \(e\.g\. .*\)$/,
		was: 'must be valid IP address',
	},
	{
		before: '1.29',
		now: /except resources\.requests and volumeAttributesClassName for bound claims$/,
		was: 'except resources.requests for bound claims',
	},
	{ before: '1.28', now: /may not be set for init containers without restartPolicy=Always$/, was: 'may not be set for init containers' },
	{ before: '1.27', now: /(must be (?:less than or )?equal to \S+ limit) of \S+$/, was: '$1' },
	{ before: '1.27', now: /deprecated in v1\.22, non-functional in v1\.25\+$/, was: 'deprecated in v1.22, support removal is planned in v1.26' },
	{
		before: '1.27',
		now: /deprecated in v1\.25, non-functional in v1\.26\+$/,
		was: 'deprecated in v1.25, this feature will be removed soon after in a subsequent release',
	},
	{
		before: '1.27',
		now: /non-functional in v1\.27\+; use the "seccompProfile" field instead$/,
		was: 'deprecated since v1.19, non-functional in a future release; use the "seccompProfile" field instead',
	},
	{ before: '1.26', now: /: must be 'PersistentVolumeClaim' when referencing the default apiGroup$/, was: '' },
	{
		before: '1.27',
		now: /must not contain dots$/,
		was: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
	},
	{
		before: '1.27',
		now: /pod updates may not change fields other than .*$/,
		was: `pod updates may not change fields other than ${podUpdatableFields}, \`spec.tolerations\` (only additions to existing tolerations) or \`spec.terminationGracePeriodSeconds\` (allow it to be set to 1 if it was previously negative)`,
	},
];

/** Translates a message about `field` to the wording of a release. */
export type Rewording = (message: string, field?: string) => string;

export const unchanged: Rewording = (message) => message;

export function messagesOf(release: Release): Rewording {
	const past = messageChanges.filter(({ before }) => compareReleases(release, before) < 0);
	return (message, about = '') =>
		past.reduce((text, { field, now, was }) => (field?.test(about) === false ? text : withEarlierWording(text, now, was)), message);
}

function withEarlierWording(text: string, now: RegExp, was: MessageChange['was']): string {
	return typeof was === 'string' ? text.replace(now, was) : text.replace(now, was);
}
