/**
 * TokenRequest: issues a service account token (seed 3, "Service account tokens") with audiences, a lifetime and, optionally, a bound
 * object.
 */
import { randomUUID } from 'node:crypto';
import type { BoundObjectReference, TokenRequest } from '../../../generated/types/authentication/v1.ts';
import type { ServiceAccount } from '../../../generated/types/core/v1.ts';
import type { Compute, ComputeRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, conflict } from '../../api/errors.ts';
import type { AccountClaims, Ref } from '../../api/tokens.ts';
import type { JsonObject, Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkPathSegment } from '../../scalars/formats.ts';

/** Lifetime that kubelets request: an hour and, as a mark of pod tokens, seven seconds. */
const secondsOfPods = 3607;
/** First release in which tokens can be bound to nodes. */
const firstWithNodes = '1.29';
const yearSeconds = 365 * 24 * 60 * 60;
const defaultSeconds = 3600;

type Request = ComputeRequest<TokenRequest, ServiceAccount>;
interface Emulated {
	readonly gates: ReadonlyMap<string, boolean>;
	readonly release: Release;
}

type BoundClaims = Pick<AccountClaims, 'pod' | 'node' | 'secret'>;

/** Returns the handler. `gates`: state of each feature gate. */
export function requestToken(
	{ groupDomain, labelDomain }: Vocabulary,
	gates: ReadonlyMap<string, boolean>,
	release: Release,
): Compute<TokenRequest, TokenRequest, ServiceAccount> {
	return async (request) => {
		const { object, parent, namespace, name, tokens, warnings, preconditions, now, annotate } = request;
		const { accounts } = tokens;
		const uid = parent.metadata?.uid ?? '';
		const looksAtUid = gates.get('TokenRequestServiceAccountUIDValidation') === true;
		if (looksAtUid && preconditions.uid !== '' && preconditions.uid !== uid) {
			const why = `the UID in the token request (${preconditions.uid}) does not match the UID of the service account (${uid})`;
			throw conflict('TokenRequest', `authentication.${groupDomain}`, name, why);
		}
		const { boundObjectRef } = object.spec;
		const bound = boundObjectRef ? await boundTo(boundObjectRef, request, { gates, release }) : {};
		const audiences = object.spec.audiences?.length ? object.spec.audiences : [...accounts.audiences];
		const asked = Number(object.spec.expirationSeconds ?? defaultSeconds);
		const seconds = Math.min(asked, accounts.maxSeconds ?? asked);
		if (seconds < asked) warnings.push(`requested expiration of ${asked} seconds shortened to ${seconds} seconds`);
		// Pods that never renew their token must keep working: the token is valid for a year, and says when it should have been renewed.
		const isExtended =
			accounts.extendsExpiration && bound.pod !== undefined && seconds === secondsOfPods && audiences.every((each) => accounts.audiences.includes(each));
		const nowMs = Date.now();
		const claims = { namespace, account: { name, uid }, ...bound, ...(isExtended && { staleMs: nowMs + seconds * 1000 }) };
		const id = gates.get('ServiceAccountTokenJTI') === true ? randomUUID() : undefined;
		const token = await accounts.issue(claims, audiences, isExtended ? yearSeconds : seconds, id);
		// Audit events of requests with the token have the same id (auth/authn/service-accounts.ts).
		if (id !== undefined) annotate(`authentication.${labelDomain}/issued-credential-id`, `JTI=${id}`);
		const metadata = { ...object.metadata, name, namespace, ...(looksAtUid && { uid }), creationTimestamp: now };
		const expirationTimestamp = `${new Date(nowMs + seconds * 1000).toISOString().slice(0, 19)}Z`;
		return { metadata, spec: { ...object.spec, audiences, expirationSeconds: seconds }, status: { token, expirationTimestamp } };
	};
}

/**
 * Finds the object to which the token is bound. Rejects with ApiError: NotFound, Conflict for another uid, BadRequest for a kind that
 * cannot be bound.
 */
async function boundTo(ref: BoundObjectReference, request: Request, emulated: Emulated): Promise<BoundClaims> {
	const { apiVersion = '', kind = '' } = ref;
	const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
	const bind = group === '' && Object.hasOwn(bindings, kind) ? bindings[kind] : undefined;
	if (bind === undefined) {
		const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
		throw notBindable(`${group}/${version}`, kind);
	}
	return bind(ref, request, emulated);
}

function notBindable(groupVersion: string, kind: string): ApiError {
	return new ApiError('BadRequest', `cannot bind token to object of type ${groupVersion}, Kind=${kind}`);
}

type Bind = (ref: BoundObjectReference, request: Request, emulated: Emulated) => Promise<BoundClaims>;

/** Functions that bind a token, by kind of the core group. */
const bindings: Readonly<Record<string, Bind>> = {
	async Pod(ref, request, { gates }) {
		const pod = await readObject('pods', ref, request);
		const { serviceAccountName, nodeName } = (pod.spec ?? {}) as { readonly serviceAccountName?: string; readonly nodeName?: string };
		const { name } = request;
		if (serviceAccountName !== name)
			throw new ApiError('BadRequest', `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`);
		const isNodeTold = gates.get('ServiceAccountTokenPodNodeInfo') === true && nodeName !== undefined && nodeName !== '';
		return { pod: checkedRef(pod, ref), ...(isNodeTold && { node: await nodeOf(nodeName, request) }) };
	},
	async Secret(ref, request) {
		return { secret: checkedRef(await readObject('secrets', ref, request), ref) };
	},
	async Node(ref, request, { gates, release }) {
		const gate = 'ServiceAccountTokenNodeBinding';
		if (compareReleases(release, firstWithNodes) < 0) throw notBindable('/v1', 'Node');
		if (gates.get(gate) !== true) throw new ApiError('BadRequest', `cannot bind token to a Node object as the "${gate}" feature-gate is disabled`);
		return { node: checkedRef(await readObject('nodes', ref, request), ref) };
	},
};

/** Reads the referenced object. Rejects with ApiError BadRequest when the name is invalid. */
async function readObject(resource: string, { name = '' }: BoundObjectReference, { objects, namespace }: Request): Promise<JsonObject> {
	if (name === '') throw new ApiError('BadRequest', 'Name parameter required.');
	const problems = checkPathSegment(name);
	if (problems.length > 0) throw new ApiError('BadRequest', `Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
	return objects.get({ resource, namespace: resource === 'nodes' ? '' : namespace, name });
}

/** Returns a pod's node. It may be missing; then it has no uid. */
async function nodeOf(name: string, request: Request): Promise<Ref> {
	try {
		return { name, uid: uidOf(await readObject('nodes', { name }, request)) };
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'NotFound') return { name };
		throw error;
	}
}

/** Throws ApiError Conflict when the object's uid is not the referenced one. */
function checkedRef(object: JsonObject, { kind = '', name = '', uid = '' }: BoundObjectReference): Ref {
	const there = uidOf(object);
	if (uid === '' || uid === there) return { name, uid: there };
	const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
	throw conflict(kind, '', name, why);
}

function uidOf({ metadata }: JsonObject): string {
	return String((metadata as JsonObject | undefined)?.uid);
}
