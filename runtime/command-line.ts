/** The check of a command line as a file of its own: commands that build a server first load it alone. */
export { usageProblem } from './server/usage.ts';
