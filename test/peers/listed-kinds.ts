/** Listed differences of single kinds. */
import { causesIn, type Place } from './differences.ts';
import { deviceExpression, policyExpression } from './listed-causes.ts';
import { type Listed, message, statuses, textOf, unordered } from './listed-row.ts';

const gated: readonly Listed[] = [
	{
		row: 'a patch of a ControllerRevision whose data keys are not in alphabetical order',
		forgives: (_, { sequence, step, ours, theirs }) =>
			sequence.kind.kind === 'ControllerRevision' &&
			step.verb === 'merge' &&
			ours.status < 300 &&
			theirs.status === 422 &&
			causesIn(theirs).every(({ field }) => field === 'data'),
	},
	{
		row: 'an empty `persistentVolumeClaimRetentionPolicy` while its gate is off',
		stays: true,
		forgives: ({ path }, { sequence }) => sequence.kind.kind === 'StatefulSet' && /managedFields.*f:persistentVolumeClaimRetentionPolicy/.test(path),
	},
	{
		row: 'the owner of annotations for values that `autoscaling/v1` has no fields for',
		stays: true,
		forgives: ({ path, ours }, { sequence }) =>
			sequence.kind.kind === 'HorizontalPodAutoscaler' && /managedFields.*f:metadata/.test(path) && ours === undefined,
	},
	{
		row: '`podFailurePolicy` in the template of a CronJob, while its gate is off (1.25)',
		forgives: (_, place) => place.release === '1.25' && place.sequence.kind.kind === 'CronJob' && textOf(place).includes('"podFailurePolicy"'),
	},
	{
		row: 'a dry run that removes the behavior or the CPU target of a HorizontalPodAutoscaler, at 1.25',
		forgives: ({ path }, { release, sequence, step }) =>
			release === '1.25' &&
			sequence.kind.kind === 'HorizontalPodAutoscaler' &&
			step.query.dryRun !== undefined &&
			/^\/answer\/(metadata\/annotations(\/autoscaling\..*behavior)?|spec\/(behavior|metrics\b.*|targetCPU.*))$/.test(path),
	},
	{
		row: 'current metrics of a HorizontalPodAutoscaler without a value, at 1.25',
		stays: true,
		forgives: ({ path, ours, theirs }, { release, sequence }) =>
			release === '1.25' &&
			sequence.kind.kind === 'HorizontalPodAutoscaler' &&
			/\/status\/currentMetrics\/\d+\/\w+\/current\/\w+$/.test(path) &&
			ours === undefined &&
			theirs === '0',
	},
	{
		row: 'malformed `managedFields` in the metadata of a template',
		forgives: ({ path, theirs }, place) =>
			((path.endsWith('/metadata/managedFields') && theirs === undefined) || path.endsWith('resourceVersion')) &&
			/[tT]emplate":.*"managedFields"/.test(textOf(place)),
	},
	{
		row: 'a malformed `rollingUpdate` of a DaemonSet with the strategy `OnDelete`',
		forgives: (_, { sequence, ours, theirs }) =>
			sequence.kind.kind === 'DaemonSet' &&
			ours.status === 422 &&
			theirs.status < 300 &&
			causesIn(ours).every(({ field }) => field.startsWith('spec.updateStrategy.rollingUpdate.')),
	},
	{
		row: 'bytes sent as a list (`data: {a: []}`)',
		forgives: (_, place) =>
			place.theirs.status !== 400 && message(place.ours).includes('cannot unmarshal array') && /of type \[\]uint8$/.test(message(place.ours)),
	},
];

/** Returns a rule for requests that both decided, though only kube-apiserver parsed the expressions. */
const unread =
	(field: RegExp): Listed['forgives'] =>
	(_, { ours, theirs }) =>
		ours.status < 300 && theirs.status === 422 && causesIn(theirs).every((cause) => field.test(cause.field));

/** Returns true when a write created no version here, so that the known version is not outdated. `sent` matches the texts sent so far. */
function makesNoVersion(path: string, place: Place, sent: RegExp): boolean {
	return (path.endsWith('resourceVersion') || statuses(place, 200, 409)) && sent.test(textUntil(place));
}

const everywhere: readonly Listed[] = [
	{
		row: '`internalTrafficPolicy` of an ExternalName service in the answer to a write of its status',
		forgives: ({ path, ours }, { sequence }) => sequence.kind.kind === 'Service' && path === '/answer/spec/internalTrafficPolicy' && ours === undefined,
	},
	{
		row: 'empty lists of devices and counters in a ResourceSlice, an empty selector of nodes of a device',
		forgives: (_, place) =>
			place.sequence.kind.kind === 'ResourceSlice' &&
			/"(devices|sharedCounters|nodeSelectorTerms)":\[\]/.test(textUntil(place)) &&
			[place.ours, place.theirs].some(({ status }) => status === 422),
	},
	{
		row: 'unknown paths',
		forgives: (_, { ours, theirs }) => ours.status === 404 && theirs.status === 404 && typeof theirs.answer === 'string',
	},
	{
		row: '`CSIDriver.spec.seLinuxMount`',
		stays: true,
		forgives: ({ path, theirs }, place) =>
			place.release === '1.25' &&
			place.sequence.kind.kind === 'CSIDriver' &&
			((path.endsWith('seLinuxMount') && theirs === undefined) || makesNoVersion(path, place, /"seLinuxMount"/)),
	},
	{
		row: 'a repeated item in a list of type `set` (`CSIDriver.spec.volumeLifecycleModes`)',
		forgives: (_, { ours, theirs, sequence }) =>
			sequence.kind.kind === 'CSIDriver' &&
			ours.status === 422 &&
			theirs.status < 300 &&
			causesIn(ours).every(({ field, message: why }) => field.startsWith('spec.volumeLifecycleModes[') && why.startsWith('Duplicate value')),
	},
	{
		row: 'a webhook with an empty `caBundle`, list or map (`matchLabels: {}`), an EndpointSlice with a `deprecatedTopology` that is dropped, in an update',
		forgives: ({ path }, place) =>
			/\/metadata\/(generation|resourceVersion)$/.test(path) &&
			(/"deprecatedTopology":/.test(textOf(place)) || (place.sequence.kind.kind.endsWith('WebhookConfiguration') && /:(""|\[\]|\{\})/.test(textUntil(place)))),
	},
	{
		row: 'a condition without its type in the status of a new FlowSchema',
		forgives: ({ path, theirs }, { sequence, step }) =>
			sequence.kind.kind === 'FlowSchema' && step.verb === 'create' && path.endsWith('/managedFields') && theirs === undefined,
	},
	{
		row: 'paths in the status of a ValidatingAdmissionPolicy (`fieldRef`)',
		forgives: unread(policyExpression),
	},
	{ row: 'expressions that choose devices, in classes and claims', forgives: unread(deviceExpression) },
	{
		row: 'a status in a NetworkPolicy, the gate NetworkPolicyStatus off',
		forgives: ({ path, ours }, { release, sequence }) =>
			release === '1.25' && sequence.kind.kind === 'NetworkPolicy' && /^\/(answer|stored)\/status/.test(path) && ours === undefined,
	},
	{
		row: 'a required number missing from the template of a StatefulSet, before 1.34',
		stays: true,
		forgives: ({ path, ours, theirs }, { release, sequence }) =>
			release === '1.25' &&
			sequence.kind.kind === 'StatefulSet' &&
			ours === undefined &&
			((/\/spec\/template\/spec\//.test(path) && theirs === 0) || /managedFields.*f:(tcpSocket|httpGet|grpc|ports)\//.test(path)),
	},
];

/** Returns everything sent so far as text. */
function textUntil({ sequence, at }: Place): string {
	return JSON.stringify(sequence.steps.slice(0, at + 1));
}

/** Returns true when one of these fields is sent as an empty list or object. */
function sendsEmpty({ step }: Place, fields: string): boolean {
	return new RegExp(`"(${fields})":(\\[\\]|\\{\\})`).test(JSON.stringify(step.body));
}

const emptied: readonly Listed[] = [
	{
		row: 'owner of an empty list that is always written (`endpoints` and `ports` of an EndpointSlice, `rules` of a Role, `limits` of a LimitRange, `drivers` of a CSINode, `status.currentMetrics` of a HorizontalPodAutoscaler), and whether it is a change from none',
		forgives: ({ path }, place) =>
			['EndpointSlice', 'HorizontalPodAutoscaler', 'Role', 'ClusterRole', 'LimitRange', 'CSINode'].includes(place.sequence.kind.kind) &&
			(/managedFields|generation|resourceVersion/.test(path) || place.theirs.status === 409 || place.ours.status === 409) &&
			place.sequence.steps.slice(0, place.at + 1).some((step) => sendsEmpty({ ...place, step }, 'endpoints|ports|currentMetrics|rules|limits|drivers')),
	},
	{
		row: 'an empty list or selector in the spec of a NetworkPolicy (`egress: []`), an empty list in the subsets of Endpoints, an empty map in the limits of a LimitRange',
		forgives: ({ path }, place) =>
			/generation|resourceVersion/.test(path) &&
			((place.sequence.kind.kind === 'NetworkPolicy' && sendsEmpty(place, 'ingress|egress|from|to|ports|policyTypes|matchLabels|matchExpressions')) ||
				(place.sequence.kind.kind === 'Endpoints' && sendsEmpty(place, 'addresses|notReadyAddresses|ports')) ||
				(place.sequence.kind.kind === 'LimitRange' && sendsEmpty(place, 'min|max|default|defaultRequest|maxLimitRequestRatio'))),
	},
	{
		row: 'the first write of a PersistentVolumeClaim, PersistentVolume, Job or ReplicationController that changes nothing',
		forgives: ({ path }, { sequence }) =>
			['PersistentVolumeClaim', 'PersistentVolume', 'Job', 'ReplicationController'].includes(sequence.kind.kind) && path.endsWith('resourceVersion'),
	},
	{
		row: 'metrics that an apply in `autoscaling/v2` removes from a HorizontalPodAutoscaler created in v1',
		stays: true,
		forgives: ({ path }, { sequence, step, at }) =>
			sequence.kind.kind === 'HorizontalPodAutoscaler' &&
			(/\/spec\/metrics/.test(path) || /\/metadata\/annotations|\/spec\/targetCPU/.test(path)) &&
			(step.verb === 'apply' || sequence.steps.slice(0, at).some(({ verb }) => verb === 'apply')) &&
			sequence.steps.slice(0, at).some(({ root }) => root === 1),
	},
	{
		row: '`targetCPUUtilizationPercentage: null` in an apply of a HorizontalPodAutoscaler in v1, at 1.36',
		forgives: ({ path, ours }, { release, sequence, step }) =>
			release !== '1.25' &&
			sequence.kind.kind === 'HorizontalPodAutoscaler' &&
			step.verb === 'apply' &&
			step.root === 1 &&
			/managedFields.*f:metrics$/.test(path) &&
			ours === undefined,
	},
	{
		row: 'the order of the metrics of a HorizontalPodAutoscaler that is written in v1',
		forgives: ({ path }, { sequence, step, ours, theirs }) =>
			sequence.kind.kind === 'HorizontalPodAutoscaler' &&
			step.root === 1 &&
			/\/spec\/metrics\//.test(path) &&
			JSON.stringify(unordered(ours.stored)) === JSON.stringify(unordered(theirs.stored)),
	},
];

const services: readonly Listed[] = [
	{
		row: 'a write of the status of a missing Service',
		forgives: (_, { sequence, step, ours }) => sequence.kind.kind === 'Service' && step.subresource === 'status' && ours.status === 404,
	},
];

export const ofKinds: readonly Listed[] = [...gated, ...emptied, ...services, ...everywhere];
