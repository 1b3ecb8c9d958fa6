/**
 * Maintains the ConfigMap `cluster-info` (seed 3, "Bootstrap tokens"), with the server's address and CA. It is signed with each bootstrap
 * token for signing, so that the holder of a token can verify it before trusting it. A role lets every client read it. Like a default role,
 * that role is reconciled only at start.
 */
import { dataOf, isExpired, isTokenSecret } from '../auth/authn/bootstrap-secret.ts';
import { clusterInfoObjects } from '../auth/authz/rbac/defaults/objects.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { keepDefault } from './default-roles.ts';
import { ensureObject } from './ensure-object.ts';
import { startLoop } from './loop.ts';

const secrets = 'secrets';
const configMaps = 'configmaps';
const clusterInfo = 'cluster-info';
/** Second queue key: the reader role. */
const readers = 'readers';
const signed = 'kubeconfig';
const signaturePrefix = 'jws-kubeconfig-';

export const bootstrapSigner: Controller = {
	name: 'bootstrapsigner',
	purpose: 'signs the ConfigMap cluster-info with each bootstrap token that allows signing',
	identity: 'bootstrap-signer',
	offByDefault: true,
	rules: [
		{ verbs: ['list', 'watch'], groups: [''], resources: [secrets], within: 'system' },
		{ verbs: ['list', 'watch', 'create', 'update'], groups: [''], resources: [configMaps], within: 'public' },
		// Needs `escalate`, because the controller grants a permission that it lacks.
		{ verbs: ['create', 'update', 'delete', 'escalate', 'bind'], groups: ['*'], resources: ['roles', 'rolebindings'], within: 'public' },
	],
	start,
};

function start(context: ControllerContext): RunningController {
	const { shortPrefix } = context.verbs.vocabulary;
	const again = (add: (key: string) => void) => add(clusterInfo);
	return startLoop(context, {
		name: bootstrapSigner.name,
		follows: (add) => {
			again(add);
			add(readers);
			return [
				{ storageName: secrets, namespace: `${shortPrefix}-system`, seen: () => again(add) },
				{ storageName: configMaps, namespace: `${shortPrefix}-public`, only: { name: clusterInfo, missed: () => again(add) }, seen: () => again(add) },
			];
		},
		work: (key) => (key === readers ? keepReaders(context) : sign(context)),
	});
}

async function keepReaders(context: ControllerContext): Promise<void> {
	const { kinds, verbs } = context;
	for (const object of clusterInfoObjects(kinds, verbs.vocabulary)) await keepDefault(context, object);
}

async function sign(context: ControllerContext): Promise<void> {
	const { actor, verbs } = context;
	const namespace = `${verbs.vocabulary.shortPrefix}-public`;
	const target = { storageName: configMaps, namespace, name: clusterInfo };
	const own = ownKubeconfig(context);
	if (own !== undefined) await actor.ensure(target, { data: { [signed]: own } });
	const found = verbs.cache.get(configMaps, namespace, clusterInfo);
	if (found === undefined) return;
	const payload = (parseWhole(found).data as JsonObject | undefined)?.[signed];
	if (typeof payload !== 'string') return;
	const signatures = await signaturesOf(context, payload);
	await ensureObject(context, target, (old) => {
		const data = (old.data ?? {}) as JsonObject;
		// Another client wrote another payload; its event causes another signature.
		if (data[signed] !== payload) return undefined;
		const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix)));
		const next = { ...kept, ...signatures };
		return deepEqual(data, next) ? undefined : { ...old, data: next };
	});
}

/** Returns a detached JWS (RFC 7515, appendix F) per valid signing token, by ConfigMap key. */
async function signaturesOf({ verbs }: ControllerContext, payload: string): Promise<Readonly<Record<string, string>>> {
	const { CompactSign } = await import('jose');
	const signatures: Record<string, string> = {};
	for (const found of verbs.cache.list(secrets, `${verbs.vocabulary.shortPrefix}-system`)) {
		if (!found.name.startsWith('bootstrap-token-')) continue;
		const secret = parseWhole(found);
		const data = dataOf(secret);
		const [id, key] = [data('token-id'), data('token-secret')];
		if (!isTokenSecret(secret, verbs.vocabulary) || data('usage-bootstrap-signing') !== 'true' || isExpired(data('expiration'))) continue;
		if (found.name !== `bootstrap-token-${id}` || key === '') continue;
		const jws = await new CompactSign(Buffer.from(payload)).setProtectedHeader({ alg: 'HS256', kid: id }).sign(Buffer.from(`${id}.${key}`));
		const [header, , signature] = jws.split('.');
		signatures[`${signaturePrefix}${id}`] = `${header}..${signature}`;
	}
	return signatures;
}

/** Returns the kubeconfig for a missing ConfigMap, with the address that the server advertises to the cluster. */
function ownKubeconfig({ advertisedAddress, rootCertificate, securePort }: ControllerContext): string | undefined {
	if (advertisedAddress === undefined || rootCertificate === undefined) return undefined;
	const host = advertisedAddress.includes(':') ? `[${advertisedAddress}]` : advertisedAddress;
	const cluster = { 'certificate-authority-data': Buffer.from(rootCertificate).toString('base64'), server: `https://${host}:${securePort()}` };
	return `${JSON.stringify({ apiVersion: 'v1', kind: 'Config', clusters: [{ name: '', cluster }], contexts: [], users: [], 'current-context': '' }, null, 2)}\n`;
}
