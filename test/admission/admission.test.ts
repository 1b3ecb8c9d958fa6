import { describe, expect, test } from 'vitest';
import { admissionChain, pluginsInForce } from '../../runtime/admission/chain.ts';
import type { AdmissionContext, AdmissionPasses, AdmissionPlugin } from '../../runtime/admission/contract.ts';

const context = { release: '1.25' } as AdmissionContext;
const request = { operation: 'CREATE' } as AdmissionPasses;

function plugin(name: string, log: string[], more: Partial<AdmissionPlugin> = {}): AdmissionPlugin {
	const start = () => ({ mutate: () => void log.push(`${name} mutates`), validate: () => void log.push(`${name} validates`) });
	return { name, onByDefault: { from: '1.0' }, operations: ['CREATE'], start, ...more };
}

describe('the chain', () => {
	test('runs plugins in order, without a promise as long as none waits', () => {
		const log: string[] = [];
		const chain = admissionChain(context, [plugin('a', log), plugin('b', log)]);
		expect(chain.mutate(request)).toBeUndefined();
		expect(chain.validate(request)).toBeUndefined();
		expect(log).toEqual(['a mutates', 'b mutates', 'a validates', 'b validates']);
	});
	test('waits for one that answers later before the next runs', async () => {
		const log: string[] = [];
		const mutate = () => Promise.resolve().then(() => void log.push('slow mutates'));
		const slow = plugin('slow', log, { start: () => ({ mutate }) });
		const chain = admissionChain(context, [slow, plugin('b', log)]);
		await chain.mutate(request);
		expect(log).toEqual(['slow mutates', 'b mutates']);
	});
	test('runs what the switches say, for the operations that a plugin handles', () => {
		const log: string[] = [];
		const all = [plugin('a', log), plugin('off', log, { onByDefault: 'never' }), plugin('deletes', log, { operations: ['DELETE'] })];
		expect(admissionChain(context, pluginsInForce({}, '1.25', all)).plugins).toEqual(['a', 'deletes']);
		expect(admissionChain(context, pluginsInForce({ enable: ['off'], disable: ['a'] }, '1.25', all)).plugins).toEqual(['off', 'deletes']);
		admissionChain(context, pluginsInForce({}, '1.25', all)).mutate(request);
		expect(log).toEqual(['a mutates']);
	});
	test('names what it does not know', () => {
		expect(() => pluginsInForce({ enable: ['Nope'] }, '1.25', [plugin('a', [])])).toThrow('unknown admission plugin "Nope"; there are a');
		expect(() => pluginsInForce({ enable: ['a'], disable: ['a'] }, '1.25', [plugin('a', [])])).toThrow('admission plugin a is both enabled and disabled');
	});
});
