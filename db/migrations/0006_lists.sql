-- The lists every installation begins with. The office changes them; no rule knows an id.

insert into countries (id, name, abbreviation) values
  (1, 'United States', 'US'), (2, 'Canada', 'CA'), (3, 'Mexico', 'MX'), (4, 'Australia', 'AU'),
  (5, 'New Zealand', 'NZ'), (6, 'United Kingdom', 'GB'), (7, 'Ireland', 'IE'), (8, 'France', 'FR'),
  (9, 'Germany', 'DE'), (10, 'Italy', 'IT'), (11, 'Spain', 'ES'), (12, 'Portugal', 'PT'),
  (13, 'Netherlands', 'NL'), (14, 'Belgium', 'BE'), (15, 'Switzerland', 'CH'), (16, 'Austria', 'AT'),
  (17, 'Sweden', 'SE'), (18, 'Norway', 'NO'), (19, 'Denmark', 'DK'), (20, 'Finland', 'FI'),
  (21, 'Poland', 'PL'), (22, 'Japan', 'JP'), (23, 'South Korea', 'KR'), (24, 'China', 'CN'),
  (25, 'Taiwan', 'TW'), (26, 'Hong Kong', 'HK'), (27, 'Singapore', 'SG'), (28, 'Philippines', 'PH'),
  (29, 'India', 'IN'), (30, 'Israel', 'IL'), (31, 'South Africa', 'ZA'), (32, 'Brazil', 'BR'),
  (33, 'Argentina', 'AR'), (34, 'Chile', 'CL'), (35, 'Colombia', 'CO'), (36, 'Costa Rica', 'CR'),
  (37, 'Panama', 'PA'), (38, 'Dominican Republic', 'DO'), (39, 'Jamaica', 'JM'), (40, 'Bahamas', 'BS');

insert into states (id, country_id, name, abbreviation)
select row_number() over (), 1, split_part(state, ':', 2), split_part(state, ':', 1)
from unnest(array[
  'AL:Alabama', 'AK:Alaska', 'AZ:Arizona', 'AR:Arkansas', 'CA:California', 'CO:Colorado', 'CT:Connecticut',
  'DE:Delaware', 'DC:District of Columbia', 'FL:Florida', 'GA:Georgia', 'HI:Hawaii', 'ID:Idaho', 'IL:Illinois',
  'IN:Indiana', 'IA:Iowa', 'KS:Kansas', 'KY:Kentucky', 'LA:Louisiana', 'ME:Maine', 'MD:Maryland',
  'MA:Massachusetts', 'MI:Michigan', 'MN:Minnesota', 'MS:Mississippi', 'MO:Missouri', 'MT:Montana', 'NE:Nebraska',
  'NV:Nevada', 'NH:New Hampshire', 'NJ:New Jersey', 'NM:New Mexico', 'NY:New York', 'NC:North Carolina',
  'ND:North Dakota', 'OH:Ohio', 'OK:Oklahoma', 'OR:Oregon', 'PA:Pennsylvania', 'PR:Puerto Rico', 'RI:Rhode Island',
  'SC:South Carolina', 'SD:South Dakota', 'TN:Tennessee', 'TX:Texas', 'UT:Utah', 'VT:Vermont', 'VA:Virginia',
  'WA:Washington', 'WV:West Virginia', 'WI:Wisconsin', 'WY:Wyoming'
]) as state;
insert into states (id, country_id, name, abbreviation)
select 100 + row_number() over (), 2, split_part(province, ':', 2), split_part(province, ':', 1)
from unnest(array[
  'AB:Alberta', 'BC:British Columbia', 'MB:Manitoba', 'NB:New Brunswick', 'NL:Newfoundland and Labrador',
  'NS:Nova Scotia', 'NT:Northwest Territories', 'NU:Nunavut', 'ON:Ontario', 'PE:Prince Edward Island', 'QC:Quebec',
  'SK:Saskatchewan', 'YT:Yukon'
]) as province;

insert into genders (id, name) values (1, 'Female'), (2, 'Male');

insert into person_types (id, name, grouping) values
  (1, 'Dancer', 'user'), (2, 'Teacher', 'user'), (3, 'Parent', 'user'),
  (4, 'Studio Owner', 'studio'), (5, 'Studio Director', 'studio'), (6, 'Office Manager', 'studio'),
  (7, 'Competition Director', 'studio'), (8, 'Registration Contact', 'studio'),
  (9, 'Other', 'other');

insert into payment_methods (id, name, online, office, enabled) values
  (1, 'Card', true, false, true), (2, 'Check', false, true, true), (5, 'Credit', false, true, true),
  (6, 'Bank account (ACH)', true, false, true), (7, 'PayPal', true, false, false), (9, 'Cash', false, true, true),
  (10, 'Adjustment', false, true, true), (11, 'Apple Pay', true, false, false), (12, 'Google Pay', true, false, false),
  (13, 'Stripe', true, false, false);

insert into workshop_levels
  (id, id_v, level, plural_name, recommended_age, range, minimum_age, maximum_age, kind, observer_days,
   college_eligible, position)
values
  (1, '1v', 'Mini', 'Minis', '4-9', 'Ages 9 and under', 4, 9, 'dancer', null, false, 1),
  (2, '2v', 'Junior', 'Juniors', '10-12', 'Ages 10-12', 10, 12, 'dancer', null, false, 2),
  (3, '3v', 'Teen', 'Teens', '13-15', 'Ages 13-15', 13, 15, 'dancer', null, false, 3),
  (4, '4v', 'Senior', 'Seniors', '16+', 'Ages 16 and over', 16, null, 'dancer', null, true, 4),
  (97, '97v', 'Improv', 'Improv', '', '', 4, null, 'dancer', null, false, 5),
  (99, '99v', 'Showcase', 'Showcase', '', '', 0, null, 'dancer', null, false, 6),
  (5, '5v', 'Teacher', 'Teachers', '18+', 'Ages 18 and over', 0, null, 'teacher', null, false, 7),
  (31, '31v', 'Observer, one day', 'Observers, one day', '', '', 0, null, 'observer', 1, false, 8),
  (34, '34v', 'Observer, two days', 'Observers, two days', '', '', 0, null, 'observer', 2, false, 9);

insert into routine_categories (category_id, name, abbreviation, min_dancers, is_solo) values
  (1, 'Solo', 'SO', 1, true), (2, 'Duo/Trio', 'DT', 2, false), (3, 'Small Group', 'SG', 4, false),
  (4, 'Large Group', 'LG', 10, false), (5, 'Line', 'LN', 16, false), (6, 'Production', 'PR', 25, false);

insert into age_divisions (level_id, name, minimum_age, is_showcase) values
  (1, 'Mini', 4, false), (2, 'Junior', 10, false), (3, 'Teen', 13, false), (4, 'Senior', 16, false),
  (7, 'Open', 21, false), (99, 'Showcase', 0, true);

insert into performance_divisions (id, name, level, is_ballet) values
  (1, 'Jazz', 1, false), (2, 'Contemporary', 1, false), (3, 'Lyrical', 1, false), (4, 'Ballet', 1, true),
  (5, 'Tap', 1, false), (6, 'Hip-Hop', 1, false), (7, 'Musical Theatre', 1, false), (8, 'Ballroom', 1, false),
  (9, 'Acro', 1, false), (10, 'Folkloric', 1, false), (11, 'Specialty', 1, false);

insert into competition_awards (id, name, minimum_score) values
  (1, 'Spotlight', 290), (2, 'High Gold', 280), (3, 'Gold', 265), (4, 'High Silver', 250), (5, 'Silver', 235),
  (6, 'Bronze', 0);

insert into jacket_sizes (id, name) values
  (1, 'Youth S'), (2, 'Youth M'), (3, 'Youth L'), (4, 'Adult XS'), (5, 'Adult S'), (6, 'Adult M'), (7, 'Adult L'),
  (8, 'Adult XL'), (9, 'Adult 2XL');

insert into vip_types (id, code, name, amount, active, add_winner) values
  (1, 'COMPETING', 'Competing', 12500, true, true), (2, 'JACKET_ONLY', 'Jacket only', 9500, true, false),
  (3, 'WORKSHOP_ONLY', 'Workshop only', 0, true, false), (4, 'CAST', 'Cast Experience', 14500, true, false);

-- Which step of the wizard asks for it, and what a nomination must fit.
alter table nominations
  add column step text not null default 'studio-awards' check (step in ('soty', 'studio-awards', 'specialty'));
alter table nomination_types
  -- Empty: any category.
  add column categories integer[] not null default '{}',
  -- Whose name a nomination also gives.
  add column asks_for text check (asks_for in ('choreographer', 'costume designer'));

insert into nominations (id, name, step) values
  (1, 'Studio of the Year', 'soty'),
  (2, 'Best group performance', 'studio-awards'), (3, 'Best group choreography', 'studio-awards'),
  (4, 'Outstanding choreography', 'specialty'), (5, 'Costume design', 'specialty'), (6, 'People’s choice', 'specialty');

-- Studio of the Year: the same six of the older and of the younger half.
insert into nomination_types (id, nomination_id, name, age_divisions, categories, asks_for)
select half.first + entry.place, 1, half.name || ' ' || entry.name, half.divisions, entry.categories, 'choreographer'
from (values (1, 'Teen & Senior', array[3, 4]), (7, 'Mini & Junior', array[1, 2])) as half (first, name, divisions)
cross join (values
  (0, 'Small Group', array[3]), (1, 'Small Group, second entry', array[3]), (2, 'Large Group', array[4]),
  (3, 'Large Group, second entry', array[4]), (4, 'Line', array[5]), (5, 'Group of any size', array[3, 4, 5, 6])
) as entry (place, name, categories);

insert into nomination_types (id, nomination_id, name, age_divisions, categories, asks_for) values
  (21, 2, 'Mini', '{1}', '{3,4,5,6}', null), (22, 2, 'Junior', '{2}', '{3,4,5,6}', null),
  (23, 2, 'Teen', '{3}', '{3,4,5,6}', null), (24, 2, 'Senior', '{4}', '{3,4,5,6}', null),
  (31, 3, 'Mini & Junior', '{1,2}', '{3,4,5,6}', 'choreographer'),
  (32, 3, 'Teen & Senior', '{3,4}', '{3,4,5,6}', 'choreographer'),
  (41, 4, 'Any division', '{1,2,3,4,7}', '{}', 'choreographer'),
  (51, 5, 'Any division', '{1,2,3,4,7}', '{}', 'costume designer'),
  (61, 6, 'Any division', '{1,2,3,4,7}', '{3,4,5,6}', null);
