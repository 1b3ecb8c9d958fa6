/** Label and field selectors. */
import { nameWanted, parseFieldSelector, parseLabelSelector } from '../../../runtime/select/index.ts';
import type { Selectable } from '../../../runtime/select/selectable.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const objects: readonly Selectable[] = [
	{ namespace: 'a', name: 'b', labels: {}, fields: {} },
	{ namespace: '', name: 'in', labels: { a: '5', 'x/y': '', in: 'notin', app: 'web' }, fields: { 'status.phase': 'Running', 'spec.nodeName': 'x=y,\\' } },
];

interface Selector {
	readonly text: string;
	matches(object: Selectable): boolean;
}

/** Checks that a selector equals its canonical text, which identifies the list of a continue token. */
function checked(parse: (text: string) => Selector, input: Buffer): void {
	const selector = parse(input.toString());
	const again = parse(selector.text);
	if (again.text !== selector.text) throw new Broken(`the canonical text ${JSON.stringify(selector.text)} has another: ${JSON.stringify(again.text)}`);
	for (const object of objects)
		if (again.matches(object) !== selector.matches(object)) throw new Broken(`the canonical text ${JSON.stringify(selector.text)} means something else`);
}

const label: FuzzedParser = {
	name: 'label selector',
	seeds: [
		'a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1,m<5',
		'app in (web,,db), tier notin (), !x/y',
		'in in (in,notin), notin notin (in)',
		`a in (${'b,'.repeat(2000)})`,
		`${'!k,'.repeat(2000)}k`,
		'a==b=c',
		'(a)=b',
		'__proto__=x,constructor',
	],
	words: [' in ', ' notin ', '(', ')', ',', '=', '==', '!=', '!', '<', '>', 'x/y', '5', '-1'],
	run: (input) => checked(parseLabelSelector, input),
	refuses: isRefusal,
};

const field: FuzzedParser = {
	name: 'field selector',
	seeds: [
		'metadata.name=a,status.phase!=Running,spec.nodeName==b',
		'metadata.name=a\\,b\\=c\\\\',
		`${'\\'.repeat(2001)}`,
		`metadata.name=${'\\\\'.repeat(2000)}`,
		'metadata.name=a,metadata.name!=a,,',
		'status.phase=',
		'spec.nodeName=x\\,metadata.name=b',
		'metadata.name=in,metadata.name=b',
	],
	words: ['\\', '\\,', '\\=', ',', '=', '!=', '==', 'metadata.namespace=', 'status.phase!='],
	run(input) {
		const parse = (text: string): Selector => parseFieldSelector(text, ['status.phase', 'spec.nodeName']);
		checked(parse, input);
		const name = nameWanted(input.toString());
		const chosen = parse(input.toString());
		// A client that may read only one object must not see others.
		for (const object of objects)
			if (name !== undefined && object.name !== name && chosen.matches(object)) throw new Broken(`${name} is wanted, and ${object.name} chosen`);
	},
	refuses: isRefusal,
};

export const selectors: readonly FuzzedParser[] = [label, field];
