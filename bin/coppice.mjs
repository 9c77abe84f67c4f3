#!/usr/bin/env node
import { runProgram } from "./run-program.mjs";

runProgram("dist/coppice.js", process.argv.slice(2));
