/** Rows of docs/conformance/differences.md that the sequences can meet. */
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { causesIn } from './differences.ts';
import { ofKinds } from './listed-kinds.ts';
import {
	hasNewDirective,
	hasTwins,
	isEmpty,
	isOwn,
	isReset,
	type Listed,
	maySay,
	message,
	namesThoseOf,
	ownedBy,
	refusal,
	repeatsConflicts,
	statuses,
	textOf,
	unordered,
	words,
} from './listed-row.ts';

const refusals: readonly Listed[] = [
	{
		row: 'a request with two errors, each of which alone would be refused',
		forgives: ({ path }, place) =>
			refusal.test(path) &&
			place.ours.status >= 400 &&
			place.theirs.status >= 400 &&
			[place.ours, place.theirs].some(
				(outcome) =>
					/^the (name|namespace) of the/.test(message(outcome)) ||
					(/"uid"/.test(textOf(place)) && (/"resourceVersion"/.test(textOf(place)) || place.step.subresource === 'scale')) ||
					(/"resourceVersion"/.test(textOf(place)) && place.step.subresource === 'scale'),
			),
	},
	{
		row: 'an apply that does not fit its type',
		forgives: ({ path }, place) =>
			place.step.verb === 'apply' &&
			statuses(place, 400, 500) &&
			/^failed to (create typed|convert new object)/.test(message(place.theirs)) &&
			(/^\/(status|answer\/(code|reason))$/.test(path) ||
				(words.test(path) && (message(place.theirs).startsWith('failed to convert') || namesThoseOf(message(place.ours), message(place.theirs))))),
	},
	{
		row: "an apply of another kind than the URL's",
		forgives: ({ path }, place) =>
			refusal.test(path) &&
			statuses(place, 400, 500) &&
			place.step.verb === 'apply' &&
			(message(place.ours).includes('no corresponding type') || message(place.theirs).includes('expected objects of the same type')),
	},
	{
		row: 'malformed `resourceVersion`, `DeleteOptions`, strategic merge patches, a resourceVersion on create',
		forgives: (_, place) =>
			message(place.theirs).includes('strconv.ParseUint') ||
			message(place.ours) === 'resourceVersion should not be set on objects to be created' ||
			(place.step.verb === 'strategic' && place.theirs.status === 500),
	},
	{
		row: '`resourceVersion` in a dry run that creates, `selfLink` in any write',
		forgives: ({ path, ours }, { step }) =>
			ours === undefined && (path === '/answer/metadata/selfLink' || (path === '/answer/metadata/resourceVersion' && step.query.dryRun === 'All')),
	},
	{
		row: 'a JSON patch that cannot be applied, also for a failed `test`',
		// kube-apiserver panics below a null that a patch has added.
		forgives: ({ path }, place) => place.step.verb === 'json' && ((refusal.test(path) && statuses(place, 422, 422)) || statuses(place, 422, 0)),
	},
	{
		row: 'a JSON patch with a negative index, a copy from a missing path, an operation without its `value`',
		forgives: (_, place) => place.step.verb === 'json' && /does not have a value|copy operation does not apply/.test(message(place.ours)),
	},
	{
		row: "a body of another kind or version than the URL's",
		forgives: ({ path }, place) =>
			words.test(path) &&
			statuses(place, 400, 400) &&
			/no kind |unknown conversion|cannot be handled as a |invalid object type|does not match the expected|'Kind' is missing/.test(message(place.theirs)),
	},
	{
		row: 'a patch that removes apiVersion',
		forgives: (_, place) => /"apiVersion":(""|null)/.test(textOf(place)) && message(place.ours).includes('apiVersion cannot be changed'),
	},
	{
		row: 'kind in the details of a failed precondition, or of an update without a resourceVersion',
		forgives: ({ path }, place) =>
			/^\/answer\/(message|details\/(kind|group))$/.test(path) && statuses(place, 409, 409) && !/^Apply failed/.test(message(place.ours)),
	},
	{
		row: 'kind in the details of a missing scale',
		forgives: ({ path }, place) => /^\/answer\/(message|details\/kind)$/.test(path) && statuses(place, 404, 404) && place.step.subresource === 'scale',
	},
	{
		row: 'a PUT with the uid of a deleted object',
		forgives: ({ path }, place) => refusal.test(path) && statuses(place, 404, 409) && textOf(place).includes('"uid"'),
	},
	{
		row: 'order of the errors that both report',
		forgives: ({ path }, place) => refusal.test(path) && statuses(place, 422, 422) && !/^\/(status|answer\/(code|reason))$/.test(path) && maySay(place),
	},
	{
		row: 'warnings of a refused write',
		forgives: ({ path }, { ours, theirs }) => path.startsWith('/warnings') && ours.status >= 400 && ours.status === theirs.status,
	},
	{
		row: '`$patch` in a map or list that the object lacks, that is empty, or that is replaced whole (the selector of a PodDisruptionBudget)',
		forgives: (_, { step, before }) =>
			step.verb === 'strategic' && (hasNewDirective(step.body, before) || /"selector":\{[^}]*"\$patch"/.test(JSON.stringify(step.body))),
	},
	{
		row: 'a strategic merge patch with wrong directives',
		forgives: ({ path }, place) => words.test(path) && message(place.theirs).startsWith('invalid patch format'),
	},
];

const ownership: readonly Listed[] = [
	{
		row: 'an empty list that is always written',
		forgives: ({ path, ours, theirs }) => /^\/(answer|stored)\//.test(path) && theirs === null && Array.isArray(ours) && ours.length === 0,
		stays: true,
	},
	{
		row: 'an empty list that is always written',
		// A removed object is not read back from the store.
		forgives: ({ path, ours, theirs }, place) =>
			path === '/answer/rules' && ours === null && Array.isArray(theirs) && theirs.length === 0 && (place.theirs.stored as JsonObject).kind === 'Status',
	},
	{
		row: 'owners of the finalizers in the spec of a namespace',
		forgives: ({ path, ours, theirs }, place) =>
			place.sequence.kind.kind === 'Namespace' &&
			((/managedFields/.test(path) && ours === undefined && JSON.stringify(theirs).includes('f:finalizers')) ||
				((path.endsWith('resourceVersion') || statuses(place, 200, 409)) && JSON.stringify(place.sequence.steps).includes('"finalizers"'))),
		stays: true,
	},
	{
		row: '`deletionTimestamp`, `deletionGracePeriodSeconds` in an apply or PUT that creates an object',
		forgives: ({ path }, place) =>
			['apply', 'put'].includes(place.step.verb) && place.ours.status === 201 && /metadata/.test(path) && /"deletion\w+":/.test(textOf(place)),
	},
	{
		row: 'an owner without a uid in an apply',
		forgives: (_, place) => (statuses(place, 400, 422) || statuses(place, 400, 409)) && message(place.ours).includes('omits all key fields ["uid"]'),
	},
	{
		row: 'an apply to an object with an entry that lacks its key',
		forgives: (_, place) => statuses(place, 400, 500) && message(place.theirs).startsWith('failed to create manager for existing fields'),
	},
	{
		row: 'paths of several conflicts',
		forgives: ({ path }, place) =>
			place.release === '1.25' && /^\/answer\/(message|details\/causes(\/\d+\/field)?)$/.test(path) && statuses(place, 409, 409) && repeatsConflicts(place),
	},
	{
		row: 'scaled replicas',
		forgives: ({ path }, { sequence, at }) =>
			path.endsWith('resourceVersion') && sequence.steps.slice(0, at).some(({ subresource }) => subresource === 'scale'),
	},
	{
		row: 'order of a set or keyed list that an apply sends in another order',
		forgives: ({ path }, { release, step, ours, theirs }) =>
			release === '1.25' &&
			step.verb === 'apply' &&
			/\/\d+(\/|$)|generation$|resourceVersion$/.test(path) &&
			JSON.stringify(unordered(ours.stored)) === JSON.stringify(unordered(theirs.stored)),
	},
	{
		row: 'entries of a live list with equal keys',
		forgives: ({ path }, place) => {
			const { release, ours, theirs, before } = place;
			return (
				(release === '1.25' || isOwn(place) || ownedBy(before).size > 1 || ownedBy(ours.stored).size > 1) &&
				ours.status < 400 &&
				(/managedFields|resourceVersion/.test(path) || theirs.status >= 400) &&
				(hasTwins(before) || hasTwins(ours.stored) || hasTwins(ours.answer) || hasTwins(place.step.body))
			);
		},
	},
	{
		row: 'an object or list that an apply empties and owns as such',
		forgives: ({ ours, theirs }, place) =>
			place.release === '1.25' &&
			((isEmpty(ours) && (theirs ?? null) === null && place.step.verb === 'apply') ||
				(place.step.verb === 'apply' && statuses(place, 422, 200) && /null|\{\}|\[\]/.test(textOf(place)))),
	},
	{
		row: 'time of an entry whose manager applied existing values',
		stays: true,
		forgives: ({ path, ours, theirs }, { release }) =>
			/\/managedFields\/\d+\/time$/.test(path) && (release === '1.25' ? theirs === undefined : ours === undefined),
	},
	{
		row: 'scaled replicas',
		forgives: ({ path }, place) =>
			place.step.subresource === 'scale' &&
			(/managedFields|resourceVersion/.test(path) ||
				/autoscaling\/v1|before-first-apply/.test(message(place.theirs)) ||
				message(place.ours).includes('conflict')),
	},
	{
		row: '`managedFields: []`',
		forgives: ({ path }, { step }) =>
			/managedFields|resourceVersion/.test(path) && (isReset(step.body, 0) || (step.live !== undefined && ['[]', 'without the first'].includes(step.live))),
	},
	{
		row: '`managedFields: [{}]` along with changes',
		// A reset alone makes a version there, since it loses the owners.
		forgives: ({ path }, { step }) => /managedFields|metadata\/resourceVersion$/.test(path) && (isReset(step.body, 1) || step.live === '[{}]'),
	},
	{
		row: 'entries of versions that are not served, of a user-defined kind',
		forgives: ({ path, theirs }, place) => isOwn(place) && place.step.live === 'of nonsense' && path.endsWith('/managedFields') && theirs === undefined,
	},
];

const others: readonly Listed[] = [
	{
		row: 'a malformed `generateName` in an update',
		forgives: (_, place) => statuses(place, 200, 422) && message(place.theirs).includes('metadata.generateName'),
	},
	{
		row: "a finalizer without a domain that is not one of the platform's own, on Lease, Event, PodDisruptionBudget and kinds of user's specs",
		forgives: (_, { ours, sequence }) =>
			['Lease', 'PodDisruptionBudget', 'Thing'].includes(sequence.kind.kind) &&
			message(ours).includes('name is neither a standard finalizer name nor is it fully qualified'),
	},
	{
		row: 'an empty `binaryData` in an update of an immutable ConfigMap',
		forgives: (_, place) => statuses(place, 200, 422) && message(place.theirs).includes('is immutable when `immutable` is set'),
	},
	{ row: 'parse errors', forgives: ({ path }, place) => words.test(path) && statuses(place, 400, 400) && message(place.ours).includes('cannot unmarshal') },
	{
		row: 'a malformed selector or topology key in a topology spread constraint; a malformed probe in an init container; a lifecycle in an ephemeral container',
		forgives: (_, place) =>
			place.release === '1.25' &&
			statuses(place, 422, 201) &&
			causesIn(place.ours).every(({ field }) => /\btopologySpreadConstraints\[\d+\]\.(topologyKey|labelSelector\b.*)$/.test(field)),
	},
	{
		row: 'the resourceVersion in the answer to a delete',
		forgives: ({ path }, { theirs, step }) =>
			step.verb === 'delete' && path === '/answer/metadata/resourceVersion' && (theirs.stored as JsonObject).kind === 'Status',
	},
	{
		row: '`dryRun` in the query of a delete that has a body',
		forgives: (_, { step }) => step.verb === 'delete' && step.query.dryRun !== undefined && step.body !== null,
	},
	{
		row: 'null in `data` of a Secret',
		forgives: ({ path }, { sequence, at }) =>
			path.endsWith('resourceVersion') &&
			sequence.kind.kind === 'Secret' &&
			sequence.steps.slice(0, at).some(({ body }) => /"data":\{[^}]*null/.test(JSON.stringify(body))),
	},
	{
		row: 'the default pull policy of an image whose name has more than 255 characters',
		stays: true,
		forgives: ({ path, ours, theirs }, { sequence, at }) =>
			path.endsWith('/imagePullPolicy') &&
			ours === 'Always' &&
			theirs === 'IfNotPresent' &&
			sequence.steps.slice(0, at + 1).some(({ body }) => /"image":"[^"]{200}/.test(JSON.stringify(body))),
	},
	{
		row: 'a lifecycle with only a `stopSignal`, whose gate is off',
		stays: true,
		forgives: ({ path, ours, theirs }, { release, sequence, at }) =>
			release !== '1.25' &&
			((/\/lifecycle$/.test(path) && isEmpty(ours) && theirs === undefined) || path.endsWith('/metadata/generation')) &&
			sequence.steps.slice(0, at + 1).some(({ body }) => JSON.stringify(body).includes('"lifecycle":{"stopSignal"')),
	},
	{
		row: '`allocatedResources` in the status of a claim template of a StatefulSet, its gate off (1.25)',
		stays: true,
		forgives: ({ path, ours }, { release }) => release === '1.25' && /volumeClaimTemplates\/\d+\/status\/allocatedResources$/.test(path) && ours === undefined,
	},
	{
		row: 'empty lists, maps and objects of a user-defined kind',
		stays: true,
		forgives: ({ ours, theirs }, place) => isOwn(place) && ours === undefined && isEmpty(theirs),
	},
	{
		row: 'empty lists, maps and objects of a user-defined kind',
		forgives: ({ path }, place) => isOwn(place) && /generation|managedFields|resourceVersion/.test(path) && /\[\]|\{\}/.test(textOf(place)),
	},
	{
		row: 'null in an apply of a user-defined kind, in place of a field or of a value of a map',
		forgives: (_, place) => isOwn(place) && place.step.verb === 'apply' && /:null/.test(textOf(place)),
	},
	{
		row: 'missing, and wrong, apiVersion and kind in the body of a user-defined kind',
		forgives: (_, place) =>
			(isOwn(place) && (/no kind|kind cannot be changed/.test(message(place.ours)) || /Object '\w+' is missing/.test(message(place.theirs)))) ||
			(isOwn(place) && place.theirs.status === 400 && /does not match the expected|'Kind' is missing|must be of type/.test(message(place.theirs))),
	},
	{
		row: 'entries with equal keys in the status of a user-defined kind',
		forgives: (_, place) => place.release === '1.25' && isOwn(place) && place.step.subresource === 'status' && message(place.ours).includes('Duplicate value'),
	},
	{
		row: 'metadata in a write of the status of a user-defined kind',
		forgives: (_, place) => isOwn(place) && place.step.subresource === 'status' && /metadata|apiVersion/.test(textOf(place)),
	},
	{
		row: 'the scale of a user-defined kind without replicas',
		forgives: (_, place) =>
			isOwn(place) &&
			place.step.subresource === 'scale' &&
			(/replicas field|request to convert CR|convert live object/.test(message(place.theirs)) || message(place.ours).includes('UID in precondition')),
	},
];

export const listed: readonly Listed[] = [...refusals, ...ownership, ...others, ...ofKinds];
