/** Kind names as all commands accept them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allKindsNamed, fullName } from '../../../generator/command/named-kinds.ts';
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import { speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { shop, source } from '../fixture.ts';
import { modelOf } from '../hooks/hooked.ts';

const kind = (group: string, name: string, plural: string) =>
	source(
		`${group}/${name.toLowerCase()}.yaml`,
		`kind: ${name}\nnames: {plural: ${plural}}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n`,
	);

let kinds: readonly KindDescriptor[];
let words: Vocabulary;
beforeAll(() => {
	const model = modelOf([
		...shop,
		source('core/group.yaml', 'group: ""\nversions: [v1]\n'),
		kind('core', 'ConfigMap', 'configmaps'),
		kind('core', 'Event', 'events'),
		source('events/group.yaml', 'group: events.{groupDomain}\nversions: [v1]\n'.replace('events.{groupDomain}', '"events.{groupDomain}"')),
		kind('events', 'Event', 'events'),
	]);
	words = model.vocabularies.find(({ name }) => name === 'kubernetes') as Vocabulary;
	kinds = speakAll(model.catalog.kinds, words);
});

const named = (...names: string[]): string[] => allKindsNamed(names, kinds, words).map((each) => fullName(each, words));

describe('names of kinds', () => {
	it.each([
		['ConfigMap', ['core/ConfigMap']],
		['core/ConfigMap', ['core/ConfigMap']],
		['configmaps', ['core/ConfigMap']],
		['Product', ['shop.example.com/Product']],
		['product', ['shop.example.com/Product']],
		['shop.example.com/Product', ['shop.example.com/Product']],
		['products.shop.example.com', ['shop.example.com/Product']],
		['shop.example.com', ['shop.example.com/Product']],
		['core', ['core/ConfigMap', 'core/Event']],
		['events.k8s.io/Event', ['events.k8s.io/Event']],
		['core/Event', ['core/Event']],
		['core/ConfigMap, Product', ['core/ConfigMap', 'shop.example.com/Product']],
	])('%s', (name, expected) => expect(named(name)).toEqual(expected));

	it.each([
		['Event', 'Event is a kind of several groups: use core/Event or events.k8s.io/Event'],
		['core/ConfigMapp', 'unknown kind core/ConfigMapp: did you mean "core/ConfigMap"?'],
		['configmap.core', 'unknown kind configmap.core: did you mean "core/ConfigMap"?'],
		['apps/Product', 'unknown kind apps/Product: did you mean "shop.example.com/Product"?'],
		['Zebra', 'unknown kind Zebra: expected a name as Widget, widgets, example.com/Widget or widgets.example.com (core/ConfigMap in the core group)'],
		['', 'unknown kind : expected a name as Widget, widgets, example.com/Widget or widgets.example.com (core/ConfigMap in the core group)'],
	])('%s is refused', (name, message) => expect(() => named(name)).toThrow(message));
});
