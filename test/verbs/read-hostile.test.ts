/** Tests reads and patches with arbitrary input: they answer or refuse, without other failures, damage or long work. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { parseAccept } from '../../runtime/codec/accept.ts';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { applyPatch, patchTypes } from '../../runtime/patch/index.ts';
import { PatchSchemas } from '../../runtime/patch/patch-schema.ts';
import { parseFieldSelector, parseLabelSelector } from '../../runtime/select/index.ts';
import { ContinueTokens } from '../../runtime/verbs/context/continue-token.ts';
import { runs } from '../setup/sample.ts';

function refusesOrAnswers(run: () => unknown): void {
	try {
		run();
	} catch (error) {
		expect(error).toBeInstanceOf(ApiError);
	}
}

const selectorText = fc.oneof(
	fc.string(),
	fc
		.array(fc.constantFrom('a', 'b.c/d', 'in', 'notin', '(', ')', ',', '=', '==', '!=', '!', ' ', '<', '>', '5', '\\', 'metadata.name'))
		.map((parts) => parts.join('')),
);

describe('texts', () => {
	it('selectors', () => {
		fc.assert(
			fc.property(selectorText, (text) => {
				refusesOrAnswers(() => parseLabelSelector(text));
				refusesOrAnswers(() => parseFieldSelector(text, ['a']));
			}),
		);
	});

	it('a label selector means what its canonical text means', () => {
		const labels = fc.dictionary(fc.constantFrom('a', 'in', 'x/y'), fc.constantFrom('', '5', 'v', 'notin'));
		fc.assert(
			fc.property(selectorText, labels, (text, values) => {
				refusesOrAnswers(() => {
					const selector = parseLabelSelector(text);
					const object = { namespace: '', name: '', labels: values, fields: {} };
					expect(parseLabelSelector(selector.text).matches(object)).toBe(selector.matches(object));
				});
			}),
		);
	});

	it('long ones are refused or parsed', () => {
		// Quadratic work would exceed the timeout of the test.
		refusesOrAnswers(() => parseLabelSelector('a in ('.concat('b,'.repeat(100_000))));
		refusesOrAnswers(() => parseFieldSelector('\\'.repeat(200_001), []));
		refusesOrAnswers(() => parseFieldSelector(`metadata.name=${'\\\\'.repeat(100_000)}`, []));
		parseAccept(`${'a/b;'.repeat(100_000)}`);
	});

	it('continue tokens', () => {
		const tokens = new ContinueTokens(Buffer.alloc(32, 'k'));
		const list = { resource: 'configmaps', namespace: 'a', filter: '&' };
		const refused = (text: string, from = list, by = tokens): void => {
			expect(() => by.read(text, from)).toThrow('invalid continue token: continue key is not valid');
		};
		fc.assert(fc.property(fc.string(), (text) => refused(text)));
		fc.assert(fc.property(fc.jsonValue(), (value) => refused(Buffer.from(`${'s'.repeat(16)}${JSON.stringify(value)}`).toString('base64url'))));
		const token = { revision: 7, namespace: 'a', name: 'b', left: undefined };
		const text = tokens.write(token, list);
		expect(tokens.read(text, list)).toEqual(token);
		// Changes every character, including bits that the decoded bytes ignore.
		for (let i = 0; i < text.length; i++) for (const other of 'AZaz09-_') if (other !== text[i]) refused(text.slice(0, i) + other + text.slice(i + 1));
		refused(`${text}=`);
		refused(text.slice(0, -1));
		refused(text, { ...list, resource: 'secrets' });
		refused(text, { ...list, namespace: 'b' });
		refused(text, { ...list, namespace: '' });
		refused(text, { ...list, filter: 'app=web&' });
		refused(text, list, new ContinueTokens(Buffer.alloc(32, 'l')));
	});
});

describe('patches', () => {
	const pod = (): JsonObject => ({
		metadata: { name: 'p', finalizers: ['a', 'b'], labels: { x: 'y' } },
		spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 1 }] }], tolerations: [{ key: 'k' }] },
	});
	const scalar = fc.constantFrom<JsonValue>(null, 'a', 'c', 1, 'replace', 'delete', true);
	const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			scalar,
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(
				fc.constantFrom(
					'metadata',
					'spec',
					'containers',
					'finalizers',
					'labels',
					'name',
					'ports',
					'$patch',
					'$retainKeys',
					'$setElementOrder/containers',
					'$setElementOrder/finalizers',
					'$deleteFromPrimitiveList/finalizers',
					'__proto__',
					'constructor',
					'op',
					'path',
				),
				tie('value'),
				{ maxKeys: 4 },
			),
		),
	}));

	it('with any content and media type', () => {
		fc.assert(
			fc.property(value, fc.constantFrom(...Object.keys(patchTypes)), (patch, mediaType) => {
				const [current, sent] = [pod(), structuredClone(patch)];
				refusesOrAnswers(() => {
					const result = applyPatch(mediaType, current, patch, 'core/v1.Pod', new PatchSchemas(catalog));
					if (mediaType.includes('strategic')) expect(JSON.stringify(result)).not.toMatch(/"\$(patch|retainKeys|setElementOrder|deleteFrom)/);
				});
				expect(current).toEqual(pod());
				expect(patch).toEqual(sent);
				expect(Object.keys(Object.prototype)).toEqual([]);
			}),
			{ numRuns: runs(2000) },
		);
	});

	it('with directives in an ordered, replaced list', () => {
		const patch = { '$setElementOrder/other': [], other: [{ $patch: null }, { a: 1, $retainKeys: [] }] };
		expect(applyPatch('application/strategic-merge-patch+json', pod(), patch, 'core/v1.Pod', new PatchSchemas(catalog))).toEqual({
			...pod(),
			other: [{ a: 1 }],
		});
	});

	it('a strategic patch twice is the patch once', () => {
		const patch = { metadata: { labels: { n: 'm' }, finalizers: ['c'] }, spec: { containers: [{ name: 'c', image: 'j' }, { name: 'd' }] } };
		const once = applyPatch('application/strategic-merge-patch+json', pod(), patch, 'core/v1.Pod', new PatchSchemas(catalog));
		expect(applyPatch('application/strategic-merge-patch+json', once, patch, 'core/v1.Pod', new PatchSchemas(catalog))).toEqual(once);
	});

	it('large ones are applied or refused', () => {
		// Quadratic work would exceed the timeout of the test.
		const names = Array.from({ length: 50_000 }, (_, i) => ({ name: `c${i}` }));
		const deletions = names.map((entry) => ({ ...entry, $patch: 'delete' }));
		const many = { metadata: {}, spec: { containers: names } };
		const strategic = (patch: JsonObject): JsonObject =>
			applyPatch('application/strategic-merge-patch+json', many, patch, 'core/v1.Pod', new PatchSchemas(catalog));
		expect(((strategic({ spec: { containers: names.toReversed() } }).spec as JsonObject).containers as unknown[]).length).toBe(50_000);
		expect((strategic({ spec: { containers: deletions } }).spec as JsonObject).containers).toEqual([]);
		const list = Array.from({ length: 1_000_000 }, () => 0);
		const shifts = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/a/0', value: 1 }));
		expect(() => applyPatch('application/json-patch+json', { a: list }, shifts, 'core/v1.Pod', new PatchSchemas(catalog))).toThrow(
			expect.objectContaining({ reason: 'RequestEntityTooLarge' }),
		);
	});
});
