/** Rule keywords that specs may use. */
import { rules } from '../../../runtime/schema/rules/index.ts';
import type { RuleKeyword } from '../shape/shape.ts';

export const ruleKeywords: readonly RuleKeyword[] = rules;
