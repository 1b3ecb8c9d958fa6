/**
 * Records when tokens in Secrets were last used (KEP-2799). A ConfigMap in the system namespace has the date since which uses are recorded;
 * labels of the Secrets have the dates of use. A cleaner may consider a Secret without a date unused only since the first date.
 */
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { dateOf, lastUsedLabel, trackingGate } from '../auth/accounts/legacy-uses.ts';
import type { JsonObject, Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { firstRound, startLoop } from './loop.ts';

const controller = 'legacy-token-tracking';
const configMaps = 'configmaps';
const secrets = 'secrets';
const firstRelease: Release = '1.26';
/** Queue key of the ConfigMap; others are namespace and name of a Secret. */
const since = 'since';

export const isTracking = (release: Release): boolean => compareReleases(release, firstRelease) >= 0;

export function legacyTokenTrackingRules(): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch', 'create', 'update', 'delete'], groups: [''], resources: [configMaps] },
		{ verbs: ['update'], groups: [''], resources: [secrets] },
	];
}

/** Resolves after the first attempt to write the ConfigMap, then keeps it. */
export async function startLegacyTokenTracking(context: ControllerContext): Promise<RunningController> {
	const { verbs, kinds } = context;
	if (verbs.stored(configMaps) === undefined || verbs.stored(secrets) === undefined) return { stop: async () => {} };
	const { shortPrefix } = verbs.vocabulary;
	const name = `${shortPrefix}-apiserver-legacy-service-account-token-tracking`;
	const target = { storageName: configMaps, namespace: `${shortPrefix}-system`, name };
	const isOn = kinds.gates.get(trackingGate) === true;
	const keep = (): Promise<void> => (isOn ? keepSince(context, target) : unlessGone(context.actor.delete(target, noDeleteOptions)));
	const failed = await firstRound(context, controller, [since], keep);
	const loop = startLoop(context, {
		name: controller,
		follows: (add) => {
			failed.forEach(add);
			const again = () => add(since);
			return isOn ? [{ storageName: configMaps, namespace: target.namespace, seen: again, only: { name, missed: again } }] : [];
		},
		work: (key) => (key === since ? keep() : date(context, key)),
	});
	verbs.tokens.accounts.legacyUses.date = (namespace, secret) => loop.again(`${namespace}/${secret}`);
	return loop;
}

async function keepSince(context: ControllerContext, target: Target): Promise<void> {
	const today = dateOf(Date.now());
	await context.actor.ensure(target, { data: { [since]: today } });
	await ensureObject(context, target, (old) => (isDate((old.data as JsonObject | undefined)?.[since]) ? undefined : { ...old, data: { [since]: today } }));
}

function isDate(value: unknown): boolean {
	return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

async function date({ actor, verbs }: ControllerContext, key: string): Promise<void> {
	const [namespace = '', name = ''] = key.split('/');
	const label = { [lastUsedLabel(verbs.vocabulary)]: dateOf(Date.now()) };
	await unlessGone(
		actor.update({ storageName: secrets, namespace, name }, (old) => {
			const metadata = old.metadata as JsonObject;
			return { ...old, metadata: { ...metadata, labels: { ...(metadata.labels as JsonObject | undefined), ...label } } };
		}),
	);
}

/** Ignores objects that are gone. */
async function unlessGone(done: Promise<void>): Promise<void> {
	try {
		await done;
	} catch (error) {
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}
