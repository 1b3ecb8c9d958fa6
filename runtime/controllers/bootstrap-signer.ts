/**
 * `cluster-info` (seed 3, "Bootstrap tokens"): how to reach the server and which authority to believe, in a ConfigMap that whoever has a
 * bootstrap token can check before he believes anything, as it is signed by each token that is meant for it.
 * A role lets everyone read it, as long as the controller is on; like a default role it is looked at with each start alone.
 */
import { dataOf, isExpired, isTokenSecret } from '../auth/authn/bootstrap-secret.ts';
import { clusterInfoObjects } from '../auth/authz/rbac/defaults/objects.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { bring } from './bring.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { keepDefault } from './default-roles.ts';
import { startLoop } from './loop.ts';

const secrets = 'secrets';
const configMaps = 'configmaps';
const clusterInfo = 'cluster-info';
/** The other key of the queue. */
const readers = 'readers';
const signed = 'kubeconfig';
const signaturePrefix = 'jws-kubeconfig-';

export const bootstrapSigner: Controller = {
	name: 'bootstrapsigner',
	purpose: 'signs the ConfigMap cluster-info with each bootstrap token that is meant for it',
	identity: 'bootstrap-signer',
	offByDefault: true,
	rules: [
		{ verbs: ['list', 'watch'], groups: [''], resources: [secrets], within: 'system' },
		{ verbs: ['list', 'watch', 'create', 'update'], groups: [''], resources: [configMaps], within: 'public' },
		// The right that it grants it need not have.
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
	for (const object of clusterInfoObjects(kinds.release, verbs.vocabulary)) await keepDefault(context, object);
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
	await bring(context, target, (old) => {
		const data = (old.data ?? {}) as JsonObject;
		// What was signed meanwhile for another payload is signed anew with the change that this is.
		if (data[signed] !== payload) return undefined;
		const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix)));
		const next = { ...kept, ...signatures };
		return deepEqual(data, next) ? undefined : { ...old, data: next };
	});
}

/** By the key of the ConfigMap: of each token that holds and is meant to sign, a detached JWS (RFC 7515, appendix F). */
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

/** Where nobody has made one: at the address at which others of a cluster reach the server. */
function ownKubeconfig({ advertisedAddress, rootCertificate, securePort }: ControllerContext): string | undefined {
	if (advertisedAddress === undefined || rootCertificate === undefined) return undefined;
	const host = advertisedAddress.includes(':') ? `[${advertisedAddress}]` : advertisedAddress;
	const cluster = { 'certificate-authority-data': Buffer.from(rootCertificate).toString('base64'), server: `https://${host}:${securePort()}` };
	return `${JSON.stringify({ apiVersion: 'v1', kind: 'Config', clusters: [{ name: '', cluster }], contexts: [], users: [], 'current-context': '' }, null, 2)}\n`;
}
