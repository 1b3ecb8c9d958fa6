/** Tests over a whole stack with the default roles that each controller may do its own work and is refused one act beyond it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { actingUser } from '../../runtime/api/identity.ts';
import type { Actor } from '../../runtime/controllers/actor.ts';
import { controllers } from '../../runtime/controllers/index.ts';
import { noDeleteOptions } from '../../runtime/verbs/delete/options.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const rbac = `rbac.authorization.${vocabulary.groupDomain}`;
const requests = `certificatesigningrequests.certificates.${vocabulary.groupDomain}`;
const [system, open] = [`${vocabulary.shortPrefix}-system`, `${vocabulary.shortPrefix}-public`];

type Act = (actor: Actor) => Promise<void>;
const follow =
	(storageName: string, namespace = ''): Act =>
	(actor) =>
		actor.mayFollow(storageName, namespace);
const create =
	(storageName: string, namespace = 'default'): Act =>
	(actor) =>
		actor.ensure({ storageName, namespace, name: 'beyond' }, {});
const update =
	(storageName: string, namespace = 'default'): Act =>
	(actor) =>
		actor.update({ storageName, namespace, name: 'beyond' }, (old) => old);
const remove =
	(storageName: string, namespace = 'default'): Act =>
	(actor) =>
		actor.delete({ storageName, namespace, name: 'beyond' }, noDeleteOptions);

/** Permitted and refused acts by name of the controller. */
const acts: Readonly<Record<string, { readonly own: Act | undefined; readonly beyond: readonly Act[] }>> = {
	namespace: { own: follow('secrets'), beyond: [create('configmaps'), update('secrets')] },
	garbagecollector: { own: remove('configmaps'), beyond: [create('configmaps')] },
	serviceaccount: { own: follow('serviceaccounts'), beyond: [remove('serviceaccounts'), create('secrets')] },
	'serviceaccount-token': { own: remove('secrets'), beyond: [create('configmaps'), update('configmaps')] },
	'root-ca-cert-publisher': { own: update('configmaps'), beyond: [remove('configmaps'), follow('secrets')] },
	'clusterrole-aggregation': {
		own: update(`clusterroles.${rbac}`, ''),
		beyond: [create(`clusterroles.${rbac}`, ''), update(`clusterrolebindings.${rbac}`, '')],
	},
	'ephemeral-volume': { own: follow('persistentvolumeclaims'), beyond: [remove('persistentvolumeclaims'), update('pods')] },
	'pvc-protection': { own: update('persistentvolumeclaims'), beyond: [create('persistentvolumeclaims'), update('pods')] },
	'pv-protection': { own: update('persistentvolumes', ''), beyond: [remove('persistentvolumes', ''), follow('pods')] },
	'volumeattributesclass-protection-controller': { own: follow('persistentvolumes'), beyond: [update('persistentvolumes', ''), follow('pods')] },
	'storage-version-migrator': { own: undefined, beyond: [update('configmaps'), follow('secrets')] },
	'service-claims': { own: update('services'), beyond: [remove('services'), follow('secrets')] },
	resourcequota: { own: follow('resourcequotas'), beyond: [create('resourcequotas'), remove('resourcequotas')] },
	// The three share an account, and so their permissions.
	csrsigning: { own: follow(requests), beyond: [create(requests, ''), update('configmaps')] },
	csrapproving: { own: follow(requests), beyond: [create(requests, ''), follow('secrets')] },
	csrcleaner: { own: remove(requests, ''), beyond: [create(requests, ''), remove('secrets')] },
	// No release serves its kind by default.
	'podcertificaterequest-cleaner-controller': { own: undefined, beyond: [update('configmaps'), remove('secrets')] },
	tokencleaner: { own: remove('secrets', system), beyond: [remove('secrets'), follow('secrets'), update('secrets', system)] },
	'validatingadmissionpolicy-status-controller': { own: undefined, beyond: [update('configmaps'), follow('secrets')] },
	bootstrapsigner: { own: follow('configmaps', open), beyond: [follow('secrets'), create('configmaps', system), remove('configmaps', open)] },
};

/** Returns the reason for which an act was refused, or that it was done. */
async function outcome(act: Act, actor: Actor): Promise<string> {
	try {
		await act(actor);
		return 'done';
	} catch (error) {
		return error instanceof ApiError ? `${error.reason}: ${error.message}` : String(error);
	}
}

describe('a controller', () => {
	const outcomes = new Map<string, { readonly own: string; readonly beyond: readonly string[] }>();
	let stack: TestStack;
	beforeAll(async () => {
		const done: Promise<void>[] = [];
		const trying = controllers.map((row) => ({
			...row,
			start: ({ actor }: { readonly actor: Actor }) => {
				const { own, beyond = [] } = acts[row.name] ?? {};
				const tried = async (): Promise<void> => {
					const all = await Promise.all(beyond.map((act) => outcome(act, actor)));
					outcomes.set(row.name, { own: own === undefined ? 'done' : await outcome(own, actor), beyond: all });
				};
				done.push(tried());
				return { stop: async () => {} };
			},
		}));
		stack = await startTestStack({ controllers: trying });
		expect(done).toHaveLength(controllers.length);
		await Promise.all(done);
	});
	afterAll(() => stack.close());

	it.each(controllers.map(({ name }) => name))('%s can do its own work, and is refused other actions', (name) => {
		const row = controllers.find((each) => each.name === name);
		const { own, beyond } = outcomes.get(name) ?? { own: '', beyond: [] };
		expect(own).toMatch(/^(done|NotFound: )/);
		expect(beyond.length).toBeGreaterThan(0);
		const who = row === undefined ? '' : actingUser(row, vocabulary).name;
		for (const refusal of beyond) expect(refusal).toMatch(new RegExp(`^Forbidden: .*User "${who}" cannot `));
	});
});
