/**
 * Tests the addresses and ports that two serving stacks over one store allocate to services: none twice, all of the range, and released on
 * deletion.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningStack } from '../../runtime/server/start-stack.ts';
import type { Answer } from '../setup/server.ts';
import { startTwoStacks, type TwoStacks } from './two-stacks.ts';

const services = '/api/v1/namespaces/default/services';
/** Range of 62 addresses, of which the server's own service has one. */
const fewAddresses = ['--service-cluster-ip-range', '10.7.0.0/26'];
/** Fewer ports than addresses, so that a service with a port of its own never lacks an address. */
const fewPorts = ['--service-node-port-range', '31000-31039'];
const addresses = Array.from({ length: 61 }, (_, index) => `10.7.0.${index + 2}`);
const ports = Array.from({ length: 40 }, (_, index) => 31_000 + index);

interface Given {
	readonly spec: { readonly clusterIP: string; readonly ports: readonly { readonly nodePort?: number }[] };
}

let stacks: TwoStacks;

const turn = (index: number): RunningStack => (index % 2 === 0 ? stacks.one : stacks.other);
const make = (index: number, spec: object): Promise<Answer> =>
	stacks.ask(turn(index), 'POST', services, { metadata: { name: `s${index}` }, spec: { ports: [{ port: 80 }], ...spec } });
const inParallel = (count: number, of: (index: number) => Promise<Answer>): Promise<Answer[]> => Promise.all(Array.from({ length: count }, (_, i) => of(i)));
const made = (answers: readonly Answer[]): Given[] => answers.filter(({ status }) => status === 201).map((answer) => answer.json() as Given);
const count = (answers: readonly Answer[], status: number): number => answers.filter((answer) => answer.status === status).length;
const ipsOf = (given: readonly Given[]): string[] => given.map(({ spec }) => spec.clusterIP).sort(byNumbers);
const portsOf = (given: readonly Given[]): (number | undefined)[] => given.map(({ spec }) => spec.ports[0]?.nodePort).sort();
const byNumbers = (a: string, b: string): number => Number(a.split('.')[3]) - Number(b.split('.')[3]);
const release = async (answers: readonly Answer[]): Promise<void> => {
	const names = answers.flatMap((answer, index) => (answer.status === 201 ? [`s${index}`] : []));
	const gone = await Promise.all(names.map((name, index) => stacks.ask(turn(index), 'DELETE', `${services}/${name}`)));
	expect(gone.map(({ status }) => status)).toEqual(gone.map(() => 200));
};

describe.each(['1.25', '1.36'])('services made at once through two stacks, at %s', (version) => {
	beforeAll(async () => {
		stacks = await startTwoStacks([...fewAddresses, ...fewPorts, '--emulated-version', version]);
	});
	afterAll(() => stacks.close());
	afterEach(async () => {
		const { items } = (await stacks.ask(stacks.one, 'GET', services)).json() as { items: { metadata: { name: string } }[] };
		expect(items.map(({ metadata }) => metadata.name)).toEqual(['orch']);
	});

	test('are given each address once, and each is free again when they go', async () => {
		for (let round = 0; round < 2; round++) {
			const answers = await inParallel(64, (index) => make(index, {}));
			expect(ipsOf(made(answers))).toEqual(addresses);
			expect(count(answers, 500)).toBe(3);
			await release(answers);
		}
	});

	test('that request one address: a single one gets it', async () => {
		for (let round = 0; round < 2; round++) {
			const answers = await inParallel(64, (index) => make(index, { clusterIP: '10.7.0.20' }));
			expect([count(answers, 201), count(answers, 422)]).toEqual([1, 63]);
			await release(answers);
		}
	});

	test('half of which request the addresses that the others may get', async () => {
		const answers = await inParallel(60, (index) => make(index, index % 4 < 2 ? { clusterIP: `10.7.0.${index + 2}` } : {}));
		expect(count(answers, 201) + count(answers, 422)).toBe(60);
		const given = ipsOf(made(answers));
		expect(new Set(given).size).toBe(given.length);
		const asked = answers.filter((_, index) => index % 4 < 2);
		for (const answer of asked) if (answer.status === 422) expect(answer.text).toContain('provided IP is already allocated');
		await release(answers);
	});

	test('are given each port of the nodes once, and each is free again when they go', async () => {
		for (let round = 0; round < 2; round++) {
			const answers = await inParallel(ports.length, (index) => make(index, { type: 'NodePort' }));
			expect(portsOf(made(answers))).toEqual(ports);
			await release(answers);
		}
	});

	test('that request one node port: a single one gets it', async () => {
		for (let round = 0; round < 2; round++) {
			const answers = await inParallel(64, (index) => make(index, { type: 'NodePort', ports: [{ port: 80, nodePort: 31_005 }] }));
			expect([count(answers, 201), count(answers, 422)]).toEqual([1, 63]);
			await release(answers);
		}
	});
});
