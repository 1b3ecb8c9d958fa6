// Generated from the specs. Edit those: this file is overwritten.
import { placeholders, type Vocabulary } from '../runtime/model/vocabulary.ts';

export const vocabulary: Vocabulary = { name: 'orch', product: 'orch', groupDomain: 'orch.io', labelDomain: 'orch.io', shortPrefix: 'orch', nodeAgent: 'node-agent', cliName: 'orchctl', understands: [{ product: 'kubernetes', groupDomain: 'k8s.io' }] };

/** Derived names by role: {Product}, {PRODUCT}, {groupDomainReversed}. */
export const words: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(placeholders).map(([role, say]) => [role, say(vocabulary)]));
