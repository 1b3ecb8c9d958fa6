/** Rows of docs/conformance/differences.md about single causes that only one of the two servers names, with the reason. */
import type { ToldCause } from './differences.ts';

interface CauseRow {
	/** First column of the row. */
	readonly row: string;
	/**
	 * Returns true when the row explains why our cause, or theirs, has no counterpart. `others` are all unmatched causes of the other side.
	 */
	explainsOurs?(cause: ToldCause, others: readonly ToldCause[], ours: readonly ToldCause[]): boolean;
	explainsTheirs?(cause: ToldCause, others: readonly ToldCause[], ours: readonly ToldCause[]): boolean;
}

const isRequired = ({ message }: ToldCause): boolean => message.startsWith('Required value');
const severalAt = /may not specify more than 1 |multiple fields are set/;
/** Returns true for a field of the same parent object as `member`. */
const isWithin = (field: string, member: string): boolean => field.startsWith(`${member.slice(0, member.lastIndexOf('.'))}.`);

/** Matches the same cause for a later volume. */
function isMoved(our: ToldCause, their: ToldCause): boolean {
	const place = /^(spec\.template\.spec\.volumes)\[(\d+)\](.*)$/;
	const [, list, at, rest] = place.exec(our.field) ?? [];
	const [, theirList, theirAt, theirRest] = place.exec(their.field) ?? [];
	return list !== undefined && list === theirList && Number(theirAt) > Number(at) && rest === theirRest && our.message === their.message;
}

/** Matches the same cause with a different letter case of the value. */
function isLowered(our: ToldCause, their: ToldCause): boolean {
	return /^(provisioner|driverName)$/.test(our.field) && our.field === their.field && our.message.toLowerCase() === their.message.toLowerCase();
}

/** Matches causes about a controller's name, or about its domain or path. */
function isSameOfPart(our: ToldCause, their: ToldCause): boolean {
	const why = ({ message }: ToldCause): string => message.replace(/^Invalid value: "(\\.|[^"\\])*": /, '');
	return our.field === 'spec.controller' && their.field === our.field && why(our) === why(their);
}

/** Matches a time printed as JSON and as Go prints it. */
function isSameTime(our: ToldCause, their: ToldCause): boolean {
	const end = ': field is immutable';
	return our.field === 'metadata.deletionTimestamp' && their.field === our.field && our.message.endsWith(end) && their.message.endsWith(`+0000 UTC${end}`);
}

/** Matches the same cause with a different value. */
function isShownOtherwise(our: ToldCause, their: ToldCause): boolean {
	const value = /\bflocker$/.test(our.field) ? '"resource"' : '""';
	return /\b(flocker|valueFrom)$/.test(our.field) && their.field === our.field && their.message === our.message.replace('"object"', value);
}

function isOperator(field: string, message: string, their: ToldCause): boolean {
	const refused = /^Unsupported value: "(Gt|Lt)": supported values: /;
	return /\btolerations\[\d+\]\.operator$/.test(field) && their.field === field && refused.test(message) && refused.test(their.message);
}

export const policyExpression =
	/^spec\.(validations|variables|mutations|matchConditions|auditAnnotations)\[\d+\](\.\w+)*\.(expression|messageExpression|valueExpression)$|matchConditions\[\d+\]\.expression$/;
export const deviceExpression = /\bcel\.expression$/;
const placeless = /: value must be empty when `operator` is 'Exists'$/;
const compiles = /compilation failed|must evaluate to|must be valid CEL/;

export const causeRows: readonly CauseRow[] = [
	{
		row: 'a request with two errors, each of which alone would be refused',
		explainsTheirs: (_cause, _others, ours) => ours.length === 1 && ours[0]?.field === 'metadata.uid',
	},
	{
		row: 'the value that is shown of a volume of Flocker with two names, of a variable with a value and a source',
		explainsOurs: (cause, others) => others.some((their) => isShownOtherwise(cause, their)),
		explainsTheirs: (cause, others) => others.some((our) => isShownOtherwise(our, cause)),
	},
	{
		row: 'a syntax error in an expression of a policy or of `matchConditions`',
		explainsTheirs: ({ field, message }) => policyExpression.test(field) && compiles.test(message),
	},
	{
		row: 'expressions that choose devices, in classes and claims',
		explainsOurs: ({ field, message }) => deviceExpression.test(field) && compiles.test(message),
		explainsTheirs: ({ field, message }) => deviceExpression.test(field) && compiles.test(message),
	},
	{
		row: 'an overlong attacher of a VolumeAttachment in an update, at 1.25',
		explainsOurs: ({ field, message }, _others, ours) =>
			field === 'spec.attacher' && message.startsWith('Too long') && ours.some((our) => our.field === 'spec' && our.message.endsWith('field is immutable')),
	},
	{
		row: 'empty lists of devices and counters in a ResourceSlice, an empty selector of nodes of a device',
		explainsOurs: ({ field }) => /^spec\.devices\[\d+\](\.basic)?\.nodeSelector\b/.test(field),
	},
	{
		row: 'a forbidden namespace of the parameters of an IngressClass',
		explainsOurs: ({ field }) => field === 'spec.parameters.namespace',
	},
	{
		row: 'a malformed `maxSurge` beside a `maxUnavailable` of 0',
		explainsTheirs: ({ field, message }) => field.endsWith('.maxUnavailable') && message.endsWith('may not be 0 when `maxSurge` is 0'),
	},
	{ row: 'an unknown `preemptionPolicy` in an update', explainsOurs: ({ field }) => field === 'preemptionPolicy' },
	{
		row: 'a malformed provisioner or driver name in a StorageClass or VolumeAttributesClass',
		explainsOurs: (cause, others) => others.some((their) => isLowered(cause, their)),
		explainsTheirs: (cause, others) => others.some((our) => isLowered(our, cause)),
	},
	{
		row: 'empty or equal terms of `allowedTopologies` of a StorageClass',
		explainsOurs: ({ field }) => field.startsWith('allowedTopologies['),
		explainsTheirs: ({ field }) => field.startsWith('allowedTopologies['),
	},
	{
		row: 'an empty name of a version of a CustomResourceDefinition, versions of one name',
		explainsOurs: ({ field }) => field === 'spec.version',
		explainsTheirs: ({ field }) => field === 'status.storedVersions',
	},
	{
		row: "a webhook's service without a name, or without a namespace",
		explainsOurs: ({ field }) => /clientConfig\.service\.\w+$/.test(field),
		explainsTheirs: ({ field }) => /clientConfig\.service\.\w+$/.test(field),
	},
	{
		row: 'the shown value of an Ingress backend whose port has a name and a number',
		explainsOurs: ({ message }) => message.endsWith('"object": cannot set both port name & port number'),
		explainsTheirs: ({ message }) => message.endsWith('"": cannot set both port name & port number'),
	},
	{
		row: 'an empty topology key of a CSINode',
		explainsTheirs: (cause) => isRequired(cause) && /^spec\.drivers\[\d+\]$/.test(cause.field),
	},
	{
		row: 'a missing header name in a request of a probe or hook',
		explainsOurs: (cause) => isRequired(cause) && cause.field.endsWith('httpHeaders'),
		explainsTheirs: ({ field, message }) => field.endsWith('httpHeaders') && message.startsWith('Invalid value: "": a valid HTTP header'),
	},
	{
		row: 'an empty `binaryData` in an update of an immutable ConfigMap',
		explainsTheirs: ({ field, message }) => field === 'binaryData' && message.includes('is immutable when'),
	},
	{
		row: 'a patch of a ControllerRevision whose data keys are not in alphabetical order',
		explainsTheirs: ({ field, message }) => field === 'data' && message.endsWith(': field is immutable'),
	},
	{
		row: 'a refused patch',
		explainsOurs: ({ field }, others) => field === 'patch' && others.some((their) => their.field === field),
		explainsTheirs: ({ field }, others) => field === 'patch' && others.some((our) => our.field === field),
	},
	{
		row: 'values in messages, up to 1.33',
		explainsOurs: (cause, others) => others.some((their) => isSameTime(cause, their)),
		explainsTheirs: (cause, others) => others.some((our) => isSameTime(our, cause)),
	},
	{
		row: 'a field that is required and empty, or for which two rules give an error',
		explainsOurs: (cause, others) => isRequired(cause) && others.some(({ field }) => field === cause.field),
		explainsTheirs: (cause, others, ours) => [...others, ...ours].some((our) => isRequired(our) && our.field === cause.field),
	},
	{
		row: 'a required number sent as 0 (`containerPort: 0`)',
		explainsOurs: ({ field, message }, others) =>
			message.startsWith('Invalid value: 0: ') && others.some((their) => their.field === field && isRequired(their)),
		explainsTheirs: (cause, others) => isRequired(cause) && others.some((our) => our.field === cause.field && our.message.startsWith('Invalid value: 0: ')),
	},
	{
		row: 'several members of a union are set',
		explainsOurs: (cause, _others, ours) =>
			severalAt.test(cause.message) || ours.some((our) => severalAt.test(our.message) && isWithin(cause.field, our.field)),
		explainsTheirs: ({ field, message }, _others, ours) =>
			ours.some((our) => severalAt.test(our.message) && (our.message.includes(message) || field.startsWith(`${our.field}.`))),
	},
	{
		row: 'a mount of an invalid volume',
		explainsTheirs: ({ field, message }, _others, ours) =>
			/\bvolume(Mounts|Devices)\[\d+\]\.name$/.test(field) && message.startsWith('Not found') && ours.some((our) => /\bvolumes\[\d+\]/.test(our.field)),
	},
	{
		row: 'a malformed selector or topology key in a topology spread constraint; a malformed probe in an init container; a lifecycle in an ephemeral container',
		explainsOurs: ({ field }) =>
			/\btopologySpreadConstraints\[\d+\]\.(topologyKey|labelSelector\b.*)$|\b(initContainers|ephemeralContainers)\[\d+\]\.(\w+Probe|lifecycle|restartPolicy\w*)\b/.test(
				field,
			),
	},
	{
		row: 'the value of a toleration with an unknown operator',
		explainsOurs: ({ field, message }) => /\btolerations\[\d+\]\.operator$/.test(field) && message.includes('a valid label must'),
	},
	{
		row: 'a Node of whose `podCIDRs` some are malformed',
		explainsTheirs: ({ field, message }) => field === 'spec.podCIDRs' && message.startsWith('Internal error'),
	},
	{
		row: 'an empty list where none is allowed (`ports: []` of an ephemeral container, `resources.claims: []` of a pod, `finalizers: []` in the template of a ResourceClaim)',
		explainsTheirs: ({ field, message }) =>
			/(\bephemeralContainers\[\d+\]\.ports|\bspec\.resources\.claims|^spec\.metadata\.\w+)$/.test(field) && message.startsWith('Forbidden'),
	},
	{
		row: 'the value of a toleration with the operator `Exists`, which takes none, from 1.32 on',
		explainsOurs: ({ field, message }, others) => placeless.test(message) && others.some((their) => their.field === field && placeless.test(their.message)),
		explainsTheirs: ({ field, message }, others) => placeless.test(message) && others.some((our) => our.field === field && placeless.test(our.message)),
	},
	{
		row: 'an invalid claim template of a StatefulSet, from 1.33 on',
		explainsTheirs: ({ field }) => /^spec\.template\.spec\.volumes\[\d+\]/.test(field),
	},
	{
		row: 'volumes of a StatefulSet with claim templates, from 1.33 on',
		explainsOurs: (cause, others) => others.some((their) => isMoved(cause, their)),
		explainsTheirs: (cause, others) => others.some((our) => isMoved(our, cause)),
	},
	{
		row: 'equal topology spread constraints of one pod',
		explainsOurs: ({ field, message }) => /\btopologySpreadConstraints\[\d+\]$/.test(field) && message.startsWith('Duplicate value'),
		explainsTheirs: ({ field, message }) => field.endsWith('].{topologyKey, whenUnsatisfiable}') && message.startsWith('Duplicate value'),
	},
	{
		row: 'malformed labels in `matchLabelKeys` of a topology spread constraint without a selector',
		explainsOurs: ({ field }, _others, ours) =>
			/\bmatchLabelKeys\[\d+\]$/.test(field) &&
			ours.some((our) => our.field === field.replace(/\[\d+\]$/, '') && our.message.endsWith('when labelSelector is not set')),
	},
	{
		row: 'a malformed selector of the jobs of a CronJob',
		explainsOurs: ({ field }, _others, ours) =>
			/^spec\.jobTemplate\.spec\.selector\./.test(field) && ours.some(({ message }) => message.endsWith('`selector` will be auto-generated')),
	},
	{
		row: 'the operators `Gt` and `Lt` of a toleration, with their gate off',
		explainsOurs: ({ field, message }, others) => others.some((their) => isOperator(field, message, their)),
		explainsTheirs: (cause, others) => others.some(({ field, message }) => isOperator(field, message, cause)),
	},
	{
		row: 'the partition of an EBS volume',
		explainsOurs: ({ field }, others) => /\bawsElasticBlockStore\.partition$/.test(field) && others.some((their) => their.field === field),
		explainsTheirs: ({ field, message }) => /\bawsElasticBlockStore\.partition$/.test(field) && message.endsWith('between 1 and 255, inclusive'),
	},
	{
		row: 'a repeated item in a list of type `set` (`CSIDriver.spec.volumeLifecycleModes`)',
		explainsOurs: ({ field, message }) => /^spec\.volumeLifecycleModes\[\d+\]$/.test(field) && message.startsWith('Duplicate value'),
	},
	{
		row: 'a malformed domain or path of the controller of an IngressClass',
		explainsOurs: (cause, others) => others.some((their) => isSameOfPart(cause, their)),
		explainsTheirs: (cause, others) => others.some((our) => isSameOfPart(our, cause)),
	},
	{
		row: '`dnsPolicy: None` without `dnsConfig`',
		explainsOurs: ({ field }) => /\bdnsConfig\.nameservers$/.test(field),
		explainsTheirs: ({ field }) => /\bdnsConfig$/.test(field),
	},
	{
		row: 'a traffic policy that does not fit the type of a Service, from 1.26 on',
		explainsOurs: ({ field, message }) => field === 'spec.externalTrafficPolicy' && message.startsWith('Unsupported value'),
	},
];

/** Returns true when rows explain every cause without a counterpart. */
export function explained(alone: { readonly ours: readonly ToldCause[]; readonly theirs: readonly ToldCause[] }, ours: readonly ToldCause[]): boolean {
	return (
		alone.ours.every((cause) => causeRows.some((row) => row.explainsOurs?.(cause, alone.theirs, ours) === true)) &&
		alone.theirs.every((cause) => causeRows.some((row) => row.explainsTheirs?.(cause, alone.ours, ours) === true))
	);
}
