/** Check of a server command line in a separate file, which commands that first build a server load alone. */
export { usageProblem } from './server/check-command-line.ts';
