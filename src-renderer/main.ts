import { z } from 'zod'
import './styles/theme.css'

// The content policy forbids compiling code at run time, and zod decides about that when a schema is made. Imports run
// before this line, so everything that makes schemas is loaded after it.
z.config({ jitless: true })

void import('./window.ts')
